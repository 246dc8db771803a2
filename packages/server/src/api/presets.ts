import * as z from 'zod';
import { count, id, json, jsonObject, list, named, title } from '../json.ts';
import { route } from '../route.ts';

const tag = 'presets';

const presetSchema = named(
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

const presetWishSchema = named(
  'PresetWish',
  z.strictObject({
    name: title.optional(),
    description: z.string().max(5_000).optional(),
    strategy: id.optional(),
    config: jsonObject.optional(),
    expect: count.optional(),
  }),
);

/** Saved ways to condense. */
export const presetRoutes = [
  route({
    method: 'get',
    path: '/api/presets',
    tag,
    summary: "Presets: the engine's and one's own",
    answer: z.object({ presets: list(presetSchema) }),
    handle: async ({ tenfold }) => ({ presets: await tenfold.presets.list() }),
  }),
  route({
    method: 'post',
    path: '/api/presets',
    tag,
    summary: 'Save a preset',
    body: presetWishSchema,
    status: 201,
    answer: presetSchema,
    handle: ({ tenfold, body }) => tenfold.presets.add(body),
  }),
  route({
    method: 'post',
    path: '/api/presets/import',
    tag,
    summary: 'Take a preset file over',
    body: json,
    status: 201,
    answer: presetSchema,
    handle: ({ tenfold, body }) => tenfold.presets.importFile(body),
  }),
  route({
    method: 'patch',
    path: '/api/presets/:preset',
    tag,
    summary: "Change one's own preset",
    body: presetWishSchema,
    answer: presetSchema,
    handle: ({ tenfold, params, body }) => tenfold.presets.update(params.preset, body),
  }),
  route({
    method: 'delete',
    path: '/api/presets/:preset',
    tag,
    summary: "Remove one's own preset",
    answer: z.object({ removed: z.boolean() }),
    async handle({ tenfold, params }) {
      await tenfold.presets.remove(params.preset);
      return { removed: true };
    },
  }),
  route({
    method: 'get',
    path: '/api/presets/:preset/export',
    tag,
    summary: 'A preset as a file',
    answer: jsonObject,
    handle: ({ tenfold, params }) => tenfold.presets.exportFile(params.preset),
  }),
];
