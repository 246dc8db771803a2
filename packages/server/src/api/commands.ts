import { api } from '@tenfold/contract';
import { routes } from '../route.ts';

/** Slash commands; they never reach the model. */
export const commandRoutes = routes(api.commands, {
  run: ({ tenfold, params, body }) => tenfold.commands.run(params.session, body.line),
});
