import { api, isForEverybody } from '@tenfold/contract';
import { onlyAdmins } from '../guard/sign-in.ts';
import { routes } from '../route.ts';

/** Settings for everyone, those in force for a session, and all of them as one file. */
export const settingsRoutes = routes(api.settings, {
  get: async ({ tenfold }) => ({ settings: await tenfold.settings.global(), ...(await tenfold.settings.effective()) }),
  async change({ tenfold, caller, body }) {
    if (Object.keys(body).some(isForEverybody)) onlyAdmins(caller);
    const settings = await tenfold.settings.change(body);
    return { settings, ...(await tenfold.settings.effective()) };
  },
  effective: ({ tenfold, params }) => tenfold.settings.effective(params.session),
  exportFile: ({ tenfold }) => tenfold.settings.exportFile(),
  importFile: ({ tenfold, query, body }) => tenfold.settings.importFile(body, { dryRun: query.dryRun ?? false }),
});
