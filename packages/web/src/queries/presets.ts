import { api, type PresetWish } from '@tenfold/contract';
import type { Json, JsonObject } from '@tenfold/core';
import { call } from '../api/client.ts';
import { SHOWS_PROBLEM, useChange, useFetched } from './fetched.ts';
import { keys } from './keys.ts';

/** Presets: the engine's and one's own. */
export function usePresets() {
  return useFetched(keys.presets, async () => (await call(api.presets.list, {})).presets);
}

/** Saves a preset. */
export function useAddPreset() {
  return useChange((wish: PresetWish) => call(api.presets.add, { body: wish }), [keys.presets], SHOWS_PROBLEM);
}

/** Changes one's own preset. */
export function useChangePreset() {
  return useChange(
    ({ id, ...wish }: PresetWish & { id: string }) => call(api.presets.update, { preset: id, body: wish }),
    [keys.presets],
    SHOWS_PROBLEM,
  );
}

/** Removes one's own preset. */
export function useRemovePreset() {
  return useChange((id: string) => call(api.presets.remove, { preset: id }), [keys.presets], SHOWS_PROBLEM);
}

/** Takes a preset file over. */
export function useImportPreset() {
  return useChange((file: Json) => call(api.presets.importFile, { body: file }), [keys.presets], SHOWS_PROBLEM);
}

/** A preset as a file. */
export function presetFile(id: string): Promise<JsonObject> {
  return call(api.presets.exportFile, { preset: id });
}
