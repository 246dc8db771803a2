import { api } from '@tenfold/contract';
import { routes } from '../route.ts';

/** Limits of models. An id is `provider:model`. */
export const modelRoutes = routes(api.models, {
  list: async ({ tenfold }) => ({ models: await tenfold.models.list() }),
  add: ({ tenfold, body: { id: name, ...limits } }) => tenfold.models.add(name, limits),
  update: ({ tenfold, params, body }) => tenfold.models.update(params.model, body),
  reset: ({ tenfold, params }) => tenfold.models.reset(params.model),
});
