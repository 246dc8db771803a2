import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { id, jsonObject, list, namedObject } from './json.ts';

const { get, put } = endpoints('strategies');

export const StrategyInfo = namedObject('Strategy', {
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
});
export type StrategyInfo = z.infer<typeof StrategyInfo>;

export const StrategyConfig = z.object({ config: jsonObject });
export type StrategyConfig = z.infer<typeof StrategyConfig>;

/** Ways to condense, and the config each one has been given. */
export const strategies = {
  list: get(
    '/api/strategies',
    'Strategies with what they can do and how they are configured',
    z.object({ strategies: list(StrategyInfo) }),
  ),
  config: get('/api/strategies/:strategy/config', 'The saved config of a strategy, or its defaults', StrategyConfig),
  changeConfig: put(
    '/api/strategies/:strategy/config',
    'Save the config of a strategy; null goes back to its defaults',
    StrategyConfig,
    { body: z.strictObject({ config: jsonObject.nullable() }) },
  ),
};
