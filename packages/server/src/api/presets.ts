import { api } from '@tenfold/contract';
import { routes } from '../route.ts';

/** Saved ways to condense. */
export const presetRoutes = routes(api.presets, {
  list: async ({ tenfold }) => ({ presets: await tenfold.presets.list() }),
  add: ({ tenfold, body }) => tenfold.presets.add(body),
  importFile: ({ tenfold, body }) => tenfold.presets.importFile(body),
  update: ({ tenfold, params, body }) => tenfold.presets.update(params.preset, body),
  async remove({ tenfold, params }) {
    await tenfold.presets.remove(params.preset);
    return { removed: true };
  },
  exportFile: ({ tenfold, params }) => tenfold.presets.exportFile(params.preset),
});
