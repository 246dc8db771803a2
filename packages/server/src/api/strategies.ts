import { type AnyStrategy, type JsonObject, strategies } from '@tenfold/core';
import * as z from 'zod';
import { id, jsonObject, list, named } from '../json.ts';
import { route } from '../route.ts';

const tag = 'strategies';

const strategySchema = named(
  'Strategy',
  z.object({
    id,
    name: z.string(),
    description: z.string(),
    version: z.string(),
    capabilities: z.object({
      supportsLossless: z.boolean(),
      supportsBatchMode: z.boolean(),
      supportsIndividualMode: z.boolean(),
      supportsMultiPass: z.boolean(),
      supportsLLMSummarization: z.boolean(),
      estimatedSpeed: z.enum(['fast', 'medium', 'slow']),
    }),
    schema: jsonObject,
    defaults: jsonObject,
  }),
);

const configSchema = z.object({ config: jsonObject });

/** Ways to condense, and the config each one has been given. */
export const strategyRoutes = [
  route({
    method: 'get',
    path: '/api/strategies',
    tag,
    summary: 'Strategies with what they can do and how they are configured',
    answer: z.object({ strategies: list(strategySchema) }),
    handle: async () => ({
      strategies: strategies.map(({ config, id, name, description, version, capabilities }: AnyStrategy) => ({
        id,
        name,
        description,
        version,
        capabilities,
        schema: config.json,
        defaults: config.defaults as JsonObject,
      })),
    }),
  }),
  route({
    method: 'get',
    path: '/api/strategies/:strategy/config',
    tag,
    summary: 'The saved config of a strategy, or its defaults',
    answer: configSchema,
    handle: async ({ tenfold, params }) => ({
      config: (await tenfold.settings.strategyConfig(params.strategy)) as JsonObject,
    }),
  }),
  route({
    method: 'put',
    path: '/api/strategies/:strategy/config',
    tag,
    summary: 'Save the config of a strategy; null goes back to its defaults',
    body: z.strictObject({ config: jsonObject.nullable() }),
    answer: configSchema,
    handle: async ({ tenfold, params, body }) => ({
      config: (await tenfold.settings.changeStrategyConfig(params.strategy, body.config)) as JsonObject,
    }),
  }),
];
