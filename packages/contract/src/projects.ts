import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { count, id, list, namedObject, time, title } from './json.ts';

const { delete: remove, get, patch, post } = endpoints('projects');

export const Project = namedObject('Project', {
  id,
  name: z.string(),
  strategy: z.string().nullable(),
  sessions: count,
  version: count,
  createdAt: time,
  updatedAt: time,
});
export type Project = z.infer<typeof Project>;

/** Projects; their chats live and die with them. */
export const projects = {
  list: get('/api/projects', 'Projects', z.object({ projects: list(Project) })),
  create: post('/api/projects', 'Start a project', Project, {
    body: z.strictObject({ name: title.min(1), strategy: id.nullable().exactOptional() }),
    status: 201,
  }),
  update: patch('/api/projects/:project', 'Rename a project or choose its strategy', Project, {
    body: z.strictObject({
      name: title.min(1).exactOptional(),
      strategy: id.nullable().exactOptional(),
      expect: count.exactOptional(),
    }),
  }),
  remove: remove(
    '/api/projects/:project',
    'Remove a project with its chats; answers which went',
    z.object({ sessions: list(id) }),
  ),
};
