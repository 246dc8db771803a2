import * as z from 'zod';
import { count, id, jsonObject, list, named } from '../json.ts';
import { route } from '../route.ts';
import { reportSchema } from './fold-schema.ts';
import { foldKindSchema } from './message-schema.ts';

const columnSchema = named(
  'LabColumn',
  z.object({
    id,
    name: z.string(),
    kind: z.enum(['strategy', 'preset']),
    tokens: count,
    cost: z.number().nullable(),
    payback: z.number().nullable(),
    ms: z.number(),
    evidence: jsonObject.nullable(),
    probes: list(
      z.object({ kind: z.string(), text: z.string(), entry: id.nullable(), position: count, kept: z.boolean() }),
    ).nullable(),
    free: z.boolean(),
    estimated: z.boolean(),
    error: z.string().optional(),
    folds: list(z.object({ kind: foldKindSchema, from: count, to: count, before: count, after: count, text: z.string() })),
    report: reportSchema.nullable(),
  }),
);

/** Every way to condense, tried on one session. */
export const labRoutes = [
  route({
    method: 'post',
    path: '/api/sessions/:session/lab',
    tag: 'lab',
    summary: 'Strategies and presets side by side; nothing is changed',
    body: z.strictObject({
      strategies: z.array(id).max(50).optional(),
      presets: z.array(id).max(50).optional(),
      run: z.boolean().optional(),
      target: count.optional(),
    }),
    dear: true,
    answer: z.object({ columns: list(columnSchema) }),
    handle: async ({ tenfold, params, body }) => ({ columns: await tenfold.lab.compare(params.session, body) }),
  }),
];
