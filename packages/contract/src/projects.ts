import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { count, id, list, named, time, title } from './json.ts';

const tag = 'projects';

export const Project = named(
  'Project',
  z.object({
    id,
    name: z.string(),
    strategy: z.string().nullable(),
    sessions: count,
    version: count,
    createdAt: time,
    updatedAt: time,
  }),
);
export type Project = z.infer<typeof Project>;

/** Projects; their chats live and die with them. */
export const projects = {
  list: endpoint({
    method: 'get',
    path: '/api/projects',
    tag,
    summary: 'Projects',
    answer: z.object({ projects: list(Project) }),
  }),
  create: endpoint({
    method: 'post',
    path: '/api/projects',
    tag,
    summary: 'Start a project',
    body: z.strictObject({ name: title.min(1), strategy: id.nullable().exactOptional() }),
    status: 201,
    answer: Project,
  }),
  update: endpoint({
    method: 'patch',
    path: '/api/projects/:project',
    tag,
    summary: 'Rename a project or choose its strategy',
    body: z.strictObject({
      name: title.min(1).exactOptional(),
      strategy: id.nullable().exactOptional(),
      expect: count.exactOptional(),
    }),
    answer: Project,
  }),
  remove: endpoint({
    method: 'delete',
    path: '/api/projects/:project',
    tag,
    summary: 'Remove a project with its chats; answers which went',
    answer: z.object({ sessions: list(id) }),
  }),
};
