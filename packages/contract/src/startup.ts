import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { list, namedObject } from './json.ts';

export const StartupValue = namedObject('StartupValue', {
  key: z.enum(['home', 'host', 'port', 'token', 'issuer', 'secret', 'database', 'strategies', 'tools']),
  title: z.string(),
  description: z.string(),
  value: z.string(),
  from: z.enum(['flag', 'environment', 'file', 'default']),
  flag: z.string().nullable(),
  variable: z.string(),
});
export type StartupValue = z.infer<typeof StartupValue>;

const { get } = endpoints('settings');

/** How the server was started. */
export const startup = {
  get: get(
    '/api/startup',
    'What flags, the environment and a configuration file decided at the start; no secrets',
    z.object({ values: list(StartupValue) }),
    { admin: true },
  ),
};
