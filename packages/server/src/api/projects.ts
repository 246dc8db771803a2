import { api } from '@tenfold/contract';
import { routes } from '../route.ts';

/** Projects; their chats live and die with them. */
export const projectRoutes = routes(api.projects, {
  list: async ({ tenfold }) => ({ projects: await tenfold.projects.list() }),
  create: ({ tenfold, body }) => tenfold.projects.create(body),
  update: ({ tenfold, params, body }) => tenfold.projects.update(params.project, body),
  remove: ({ tenfold, params }) => tenfold.projects.remove(params.project),
});
