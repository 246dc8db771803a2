import type { Preset } from '@tenfold/contract';
import { InvalidPreset, type JsonObject, type PresetFile, readPreset } from '@tenfold/core';

/** A preset file that was read: what is in it, what it would replace, or what is wrong with it. */
export type ReadFile =
  | { readonly ok: true; readonly file: PresetFile; readonly replaces: Preset | null }
  | { readonly ok: false; readonly problems: readonly { readonly field: string; readonly message: string }[] };

/** Reads a preset file before anything is taken over. One of the same name, one's own, would be replaced. */
export function readPresetFile(text: string, presets: readonly Preset[]): ReadFile {
  try {
    const file = readPreset(text);
    return { ok: true, file, replaces: presets.find(({ name, builtIn }) => !builtIn && name === file.name) ?? null };
  } catch (error) {
    if (error instanceof InvalidPreset) return { ok: false, problems: error.problems };
    throw error;
  }
}

/** What a preset says, as text to compare line by line. */
export function presetText({
  name,
  description = '',
  strategy,
  config,
}: Pick<PresetFile, 'name' | 'strategy' | 'config'> & { description?: string }): string {
  return `${JSON.stringify({ name, description, strategy, config: sorted(config as JsonObject) }, null, 2)}\n`;
}

/** The same value with its keys in order, so that only what differs shows. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}

/** A file name made of a preset's name. */
export function fileName(name: string): string {
  const plain = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${plain || 'preset'}.tenfold-preset.json`;
}
