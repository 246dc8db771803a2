import { api } from '@tenfold/contract';
import { routes } from '../route.ts';

/** Sessions that ended abnormally. */
export const recoveryRoutes = routes(api.recovery, {
  list: async ({ tenfold }) => ({ sessions: await tenfold.recovery.list(), troubles: tenfold.recovery.troubles() }),
  async recover({ tenfold, params, body }) {
    await tenfold.sessions.get(params.session);
    if (body.action === 'resume') return tenfold.recovery.resume(params.session);
    await tenfold.recovery.dismiss(params.session);
    return tenfold.sessions.get(params.session);
  },
});
