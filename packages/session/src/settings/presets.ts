import type { Preset as PresetView, PresetWish } from '@tenfold/contract';
import {
  asJson,
  findPreset,
  InvalidPreset,
  type Json,
  type JsonObject,
  PRESET_VERSION,
  type Preset,
  type PresetFile,
  presets,
  readPreset,
  writePreset,
} from '@tenfold/core';
import type { Preset as StoredPreset } from '@tenfold/store';
import type { Dependencies } from '../dependencies.ts';
import { invalidRequest, SessionError } from '../session-error.ts';
import { definedOnly } from './profile-wish.ts';

/** Presets: those of the engine and one's own. */
export interface Presets {
  list(): Promise<readonly PresetView[]>;
  get(id: string): Promise<PresetView>;
  add(preset: PresetWish): Promise<PresetView>;
  update(id: string, change: PresetWish): Promise<PresetView>;
  remove(id: string): Promise<void>;
  exportFile(id: string): Promise<JsonObject>;
  importFile(file: Json): Promise<PresetView>;
}

/** The presets of a store, the engine's own first. */
export function createPresets({ store, now }: Pick<Dependencies, 'store' | 'now'>): Presets {
  const get = async (id: string): Promise<PresetView> => {
    const own = findPreset(id);
    return own === undefined ? ownView(await store.presets.get(id)) : builtIn(own);
  };
  const put = async (file: PresetFile, id?: string, expect?: number): Promise<PresetView> => {
    const { name, description = '', strategy, config } = file;
    const kept = { description, strategy, config: config as JsonObject };
    return ownView(
      await store.presets.put({
        ...(id === undefined ? {} : { id }),
        name,
        config: kept,
        ...(expect === undefined ? {} : { expect }),
        at: now(),
      }),
    );
  };
  return {
    get,
    list: async () => [...presets.map(builtIn), ...(await store.presets.list()).map(ownView)],
    add: async ({ name = '', description = '', strategy = 'smart', config = {} }) =>
      put(toPresetFile({ name, description, strategy, config })),
    async update(id, { expect, ...change }) {
      refuseBuiltIn(id);
      const { name, description, strategy, config } = { ...(await get(id)), ...definedOnly(change) };
      return put(toPresetFile({ name, description, strategy, config }), id, expect);
    },
    async remove(id) {
      refuseBuiltIn(id);
      await store.presets.get(id);
      await store.presets.remove(id);
    },
    async exportFile(id) {
      const { name, description, strategy, config } = await get(id);
      return fileOf({ name, description, strategy, config });
    },
    importFile: async (file) => put(readChecked(JSON.stringify(file))),
  };
}

/** Refuses a preset, as it is stored, that could not be saved by hand. */
export function checkPreset(name: string, { description = '', strategy = 'smart', config = {} }: JsonObject): void {
  readChecked(JSON.stringify(fileOf({ name, description, strategy, config })));
}

function fileOf(preset: JsonObject): JsonObject {
  return { format: 'tenfold-preset', version: PRESET_VERSION, ...preset };
}

function toPresetFile(preset: { name: string; description: string; strategy: string; config: object }): PresetFile {
  return readChecked(writePreset(preset));
}

function readChecked(text: string): PresetFile {
  try {
    return readPreset(text);
  } catch (error) {
    if (error instanceof InvalidPreset) throw invalidRequest(error.problems);
    throw error;
  }
}

function refuseBuiltIn(id: string): void {
  if (findPreset(id) === undefined) return;
  throw new SessionError('conflict', `The preset ${id} comes with the engine and cannot be changed.`, {
    todo: 'Save it under another name and change that one.',
    facts: { preset: id },
  });
}

function builtIn({ id, name, description, strategy, config }: Preset): PresetView {
  return { id, name, description, strategy, config: asJson(config), builtIn: true, version: 1 };
}

function ownView({ id, name, config, version }: StoredPreset): PresetView {
  const {
    description = '',
    strategy = 'smart',
    config: own = {},
  } = config as { description?: string; strategy?: string; config?: JsonObject };
  return { id, name, description, strategy, config: own, builtIn: false, version };
}
