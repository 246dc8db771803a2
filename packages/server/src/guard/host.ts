import type { MiddlewareHandler } from 'hono';
import { Refused } from '../problem.ts';

/**
 * Only requests that name this server exactly are its own: a foreign name that was made to point here (DNS rebinding)
 * is refused, whatever page sent it.
 */
export function onlyHosts(hosts: () => ReadonlySet<string>): MiddlewareHandler {
  return async (context, next) => {
    const host = context.req.header('host')?.toLowerCase();
    if (host === undefined || !hosts().has(host))
      throw new Refused('forbidden-host', 'The request names a host that is not this server.', {
        todo: `Use one of ${[...hosts()].join(', ')}.`,
      });
    await next();
  };
}

/** Host headers that name a server: the names it is reached by, with its port, and the one people know it by. */
export function hostsOf(names: readonly string[], port: number, publicUrl?: string): ReadonlySet<string> {
  const own = names.map((name) => `${name.includes(':') ? `[${name}]` : name}:${port}`.toLowerCase());
  return new Set([...own, ...(publicUrl === undefined ? [] : [new URL(publicUrl).host])]);
}
