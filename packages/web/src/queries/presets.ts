import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type PresetWish } from '@tenfold/contract';
import type { Json, JsonObject } from '@tenfold/core';
import { call } from '../api/client.ts';
import { keys } from './keys.ts';

/** Presets: the engine's and one's own. */
export function usePresets() {
  return useQuery({
    queryKey: keys.presets,
    queryFn: async () => (await call(api.presets.list, {})).presets,
  });
}

/** Saves a preset. */
export function useAddPreset() {
  return usePresetChange((wish: PresetWish) => call(api.presets.add, { body: wish }));
}

/** Changes one's own preset. */
export function useChangePreset() {
  return usePresetChange(({ id, ...wish }: PresetWish & { id: string }) => call(api.presets.update, { preset: id, body: wish }));
}

/** Removes one's own preset. */
export function useRemovePreset() {
  return usePresetChange((id: string) => call(api.presets.remove, { preset: id }));
}

/** Takes a preset file over. */
export function useImportPreset() {
  return usePresetChange((file: Json) => call(api.presets.importFile, { body: file }));
}

/** A preset as a file. */
export function presetFile(id: string): Promise<JsonObject> {
  return call(api.presets.exportFile, { preset: id });
}

function usePresetChange<Wish, Answer>(mutationFn: (wish: Wish) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: keys.presets }) });
}
