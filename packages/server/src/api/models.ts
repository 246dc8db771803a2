import * as z from 'zod';
import { count, id, list, named, time } from '../json.ts';
import { route } from '../route.ts';
import { priceSchema } from './profile-schema.ts';

const tag = 'models';

const modelSchema = named(
  'Model',
  z.object({
    id,
    provider: z.string(),
    model: z.string(),
    contextWindow: count,
    maxInputTokens: count.nullable(),
    maxOutputTokens: count,
    threshold: z.number(),
    retentionTokens: z.number(),
    source: z.enum(['api', 'manual', 'default']),
    updatedAt: time,
    version: count,
    factor: z.number().nullable(),
    samples: count,
    price: priceSchema.nullable(),
  }),
);

const wish = {
  contextWindow: count.optional(),
  maxInputTokens: count.nullable().optional(),
  maxOutputTokens: count.optional(),
  threshold: z.number().optional(),
  retentionTokens: z.number().optional(),
  expect: count.optional(),
};

/** Limits of models. An id is `provider:model`. */
export const modelRoutes = [
  route({
    method: 'get',
    path: '/api/models',
    tag,
    summary: 'Known models with their limits, who said so and when',
    answer: z.object({ models: list(modelSchema) }),
    handle: async ({ tenfold }) => ({ models: await tenfold.models.list() }),
  }),
  route({
    method: 'post',
    path: '/api/models',
    tag,
    summary: 'Add a model; 128,000 in and 4,096 out where nothing is said',
    body: z.strictObject({ id, ...wish }),
    status: 201,
    answer: modelSchema,
    handle: ({ tenfold, body: { id: name, ...limits } }) => tenfold.models.add(name, limits),
  }),
  route({
    method: 'patch',
    path: '/api/models/:model',
    tag,
    summary: 'Change limits, in force at once',
    body: z.strictObject(wish),
    answer: modelSchema,
    handle: ({ tenfold, params, body }) => tenfold.models.update(params.model, body),
  }),
  route({
    method: 'delete',
    path: '/api/models/:model',
    tag,
    summary: 'Back to what is detected or built in',
    answer: modelSchema,
    handle: ({ tenfold, params }) => tenfold.models.reset(params.model),
  }),
];
