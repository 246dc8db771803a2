import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Json, JsonObject } from '@tenfold/core';
import { call } from '../api/client.ts';
import type { Preset, PresetWish } from '../api/settings-contract.ts';
import { keys } from './keys.ts';

/** Presets: the engine's and one's own. */
export function usePresets() {
  return useQuery({
    queryKey: keys.presets,
    queryFn: async () => (await call<{ presets: Preset[] }>('GET', '/api/presets')).presets,
  });
}

/** Saves a preset. */
export function useAddPreset() {
  return usePresetChange((wish: PresetWish) => call<Preset>('POST', '/api/presets', wish));
}

/** Changes one's own preset. */
export function useChangePreset() {
  return usePresetChange(({ id, ...wish }: PresetWish & { id: string }) => call<Preset>('PATCH', `/api/presets/${id}`, wish));
}

/** Removes one's own preset. */
export function useRemovePreset() {
  return usePresetChange((id: string) => call<{ removed: boolean }>('DELETE', `/api/presets/${id}`));
}

/** Takes a preset file over. */
export function useImportPreset() {
  return usePresetChange((file: Json) => call<Preset>('POST', '/api/presets/import', file));
}

/** A preset as a file. */
export function presetFile(id: string): Promise<JsonObject> {
  return call<JsonObject>('GET', `/api/presets/${id}/export`);
}

function usePresetChange<Wish, Answer>(mutationFn: (wish: Wish) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: keys.presets }) });
}
