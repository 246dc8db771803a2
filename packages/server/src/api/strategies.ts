import { api } from '@tenfold/contract';
import type { JsonObject } from '@tenfold/core';
import { routes } from '../route.ts';

/** Ways to condense, and the config each one has been given. */
export const strategyRoutes = routes(api.strategies, {
  list: async ({ tenfold }) => ({
    strategies: tenfold.strategies.map(({ config, id, name, description, version, capabilities }) => ({
      id,
      name,
      description,
      version,
      capabilities,
      schema: config.json,
      defaults: config.defaults as JsonObject,
    })),
  }),
  config: async ({ tenfold, params }) => ({
    config: (await tenfold.settings.strategyConfig(params.strategy)) as JsonObject,
  }),
  changeConfig: async ({ tenfold, params, body }) => ({
    config: (await tenfold.settings.changeStrategyConfig(params.strategy, body.config)) as JsonObject,
  }),
});
