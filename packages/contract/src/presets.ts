import { MAX_DESCRIPTION } from '@tenfold/core';
import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { count, id, json, jsonObject, list, named, namedObject, title } from './json.ts';

const { delete: remove, get, patch, post } = endpoints('presets');

export const Preset = namedObject('Preset', {
  id,
  name: z.string(),
  description: z.string(),
  strategy: z.string(),
  config: jsonObject,
  builtIn: z.boolean(),
  version: count,
});
export type Preset = z.infer<typeof Preset>;

export const PresetWish = named(
  'PresetWish',
  z.strictObject({
    name: title.exactOptional(),
    description: z.string().max(MAX_DESCRIPTION).exactOptional(),
    strategy: id.exactOptional(),
    config: jsonObject.exactOptional(),
    expect: count.exactOptional(),
  }),
);
export type PresetWish = z.infer<typeof PresetWish>;

/** A preset is written and read again as a file; none comes near. */
const PRESET_LIMIT = 1024 * 1024;

/** Saved ways to condense. */
export const presets = {
  list: get('/api/presets', "Presets: the engine's and one's own", z.object({ presets: list(Preset) })),
  add: post('/api/presets', 'Save a preset', Preset, { body: PresetWish, bodyLimit: PRESET_LIMIT, status: 201 }),
  importFile: post('/api/presets/import', 'Take a preset file over', Preset, {
    body: json,
    bodyLimit: PRESET_LIMIT,
    status: 201,
  }),
  update: patch('/api/presets/:preset', "Change one's own preset", Preset, { body: PresetWish, bodyLimit: PRESET_LIMIT }),
  remove: remove('/api/presets/:preset', "Remove one's own preset", z.object({ removed: z.boolean() })),
  exportFile: get('/api/presets/:preset/export', 'A preset as a file', jsonObject),
};
