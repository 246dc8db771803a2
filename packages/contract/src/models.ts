import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { count, id, list, namedObject, time } from './json.ts';
import { Price } from './profile.ts';

const { delete: remove, get, patch, post } = endpoints('models');

/** Limits of a model. */
export const ModelLimits = namedObject('Model', {
  id,
  provider: z.string(),
  model: z.string(),
  contextWindow: count,
  maxInputTokens: count.nullable(),
  maxOutputTokens: count,
  threshold: z.number(),
  retentionTokens: z.number(),
  answerTokens: count.nullable(),
  detected: z.object({ contextWindow: count, maxOutputTokens: count.exactOptional() }).nullable(),
  source: z.enum(['api', 'manual', 'default']),
  updatedAt: time,
  version: count,
  factor: z.number().nullable(),
  samples: count,
  price: Price.nullable(),
});
export type ModelLimits = z.infer<typeof ModelLimits>;

/** Limits as they are entered. */
export const ModelWish = z.strictObject({
  contextWindow: count.exactOptional(),
  maxInputTokens: count.nullable().exactOptional(),
  maxOutputTokens: count.exactOptional(),
  threshold: z.number().exactOptional(),
  retentionTokens: z.number().exactOptional(),
  answerTokens: count.nullable().exactOptional(),
  expect: count.exactOptional(),
});
export type ModelWish = z.infer<typeof ModelWish>;

/** Limits of models. An id is `provider:model`. */
export const models = {
  list: get('/api/models', 'Known models with their limits, who said so and when', z.object({ models: list(ModelLimits) })),
  add: post('/api/models', 'Add a model; 128,000 in and 4,096 out where nothing is said', ModelLimits, {
    body: ModelWish.extend({ id }),
    status: 201,
  }),
  update: patch('/api/models/:model', 'Change limits, in force at once', ModelLimits, { body: ModelWish }),
  reset: remove('/api/models/:model', 'Back to what is detected or built in', ModelLimits),
};
