import * as z from 'zod';
import { list, named } from '../json.ts';
import { route } from '../route.ts';

const startupValue = named(
  'StartupValue',
  z.object({
    key: z.enum(['home', 'host', 'port', 'token', 'secret']),
    title: z.string(),
    description: z.string(),
    value: z.string(),
    from: z.enum(['flag', 'environment', 'default']),
    flag: z.string().nullable(),
    variable: z.string(),
  }),
);

/** How the server was started. */
export const startupRoutes = [
  route({
    method: 'get',
    path: '/api/startup',
    tag: 'settings',
    summary: 'What flags and the environment decided at the start; no secrets',
    answer: z.object({ values: list(startupValue) }),
    handle: async ({ startup }) => ({ values: startup }),
  }),
];
