import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { count, id, json, jsonObject, list, named, title } from './json.ts';

const tag = 'presets';

export const Preset = named(
  'Preset',
  z.object({
    id,
    name: z.string(),
    description: z.string(),
    strategy: z.string(),
    config: jsonObject,
    builtIn: z.boolean(),
    version: count,
  }),
);
export type Preset = z.infer<typeof Preset>;

export const PresetWish = named(
  'PresetWish',
  z.strictObject({
    name: title.exactOptional(),
    description: z.string().max(5_000).exactOptional(),
    strategy: id.exactOptional(),
    config: jsonObject.exactOptional(),
    expect: count.exactOptional(),
  }),
);
export type PresetWish = z.infer<typeof PresetWish>;

/** Saved ways to condense. */
export const presets = {
  list: endpoint({
    method: 'get',
    path: '/api/presets',
    tag,
    summary: "Presets: the engine's and one's own",
    answer: z.object({ presets: list(Preset) }),
  }),
  add: endpoint({
    method: 'post',
    path: '/api/presets',
    tag,
    summary: 'Save a preset',
    body: PresetWish,
    status: 201,
    answer: Preset,
  }),
  importFile: endpoint({
    method: 'post',
    path: '/api/presets/import',
    tag,
    summary: 'Take a preset file over',
    body: json,
    status: 201,
    answer: Preset,
  }),
  update: endpoint({
    method: 'patch',
    path: '/api/presets/:preset',
    tag,
    summary: "Change one's own preset",
    body: PresetWish,
    answer: Preset,
  }),
  remove: endpoint({
    method: 'delete',
    path: '/api/presets/:preset',
    tag,
    summary: "Remove one's own preset",
    answer: z.object({ removed: z.boolean() }),
  }),
  exportFile: endpoint({
    method: 'get',
    path: '/api/presets/:preset/export',
    tag,
    summary: 'A preset as a file',
    answer: jsonObject,
  }),
};
