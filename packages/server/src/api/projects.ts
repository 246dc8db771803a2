import * as z from 'zod';
import { count, id, list, named, time, title } from '../json.ts';
import { route } from '../route.ts';

const tag = 'projects';

const projectSchema = named(
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

/** Projects; their chats live and die with them. */
export const projectRoutes = [
  route({
    method: 'get',
    path: '/api/projects',
    tag,
    summary: 'Projects',
    answer: z.object({ projects: list(projectSchema) }),
    handle: async ({ tenfold }) => ({ projects: await tenfold.projects.list() }),
  }),
  route({
    method: 'post',
    path: '/api/projects',
    tag,
    summary: 'Start a project',
    body: z.strictObject({ name: title.min(1), strategy: id.nullable().optional() }),
    status: 201,
    answer: projectSchema,
    handle: ({ tenfold, body }) => tenfold.projects.create(body),
  }),
  route({
    method: 'patch',
    path: '/api/projects/:project',
    tag,
    summary: 'Rename a project or choose its strategy',
    body: z.strictObject({ name: title.min(1).optional(), strategy: id.nullable().optional(), expect: count.optional() }),
    answer: projectSchema,
    handle: ({ tenfold, params, body }) => tenfold.projects.update(params.project, body),
  }),
  route({
    method: 'delete',
    path: '/api/projects/:project',
    tag,
    summary: 'Remove a project with its chats; answers which went',
    answer: z.object({ sessions: list(id) }),
    handle: ({ tenfold, params }) => tenfold.projects.remove(params.project),
  }),
];
