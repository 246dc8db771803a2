import { api } from '@tenfold/contract';
import { routes } from '../route.ts';

/** How the server was started. */
export const startupRoutes = routes(api.startup, {
  get: async ({ startup }) => ({ values: startup }),
});
