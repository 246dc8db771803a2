import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { list, named } from './json.ts';

export const StartupValue = named(
  'StartupValue',
  z.object({
    key: z.enum(['home', 'host', 'port', 'token', 'issuer', 'secret', 'database', 'strategies', 'tools']),
    title: z.string(),
    description: z.string(),
    value: z.string(),
    from: z.enum(['flag', 'environment', 'file', 'default']),
    flag: z.string().nullable(),
    variable: z.string(),
  }),
);
export type StartupValue = z.infer<typeof StartupValue>;

/** How the server was started. */
export const startup = {
  get: endpoint({
    method: 'get',
    path: '/api/startup',
    tag: 'settings',
    admin: true,
    summary: 'What flags, the environment and a configuration file decided at the start; no secrets',
    answer: z.object({ values: list(StartupValue) }),
  }),
};
