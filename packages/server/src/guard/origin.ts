import type { MiddlewareHandler } from 'hono';
import { Refused } from '../problem.ts';

/** Pages of other sites may not call, whatever the method: neither by their origin nor by what the browser says of it. */
export function onlyOwnPages(hosts: () => ReadonlySet<string>): MiddlewareHandler {
  return async (context, next) => {
    const origin = context.req.header('origin');
    const site = context.req.header('sec-fetch-site');
    const foreign = origin !== undefined && !isOwn(origin, hosts());
    if (foreign || (site !== undefined && site !== 'same-origin' && site !== 'none'))
      throw new Refused('forbidden-origin', 'The request comes from a page that is not of this server.', {
        todo: 'Open the app at its own address and try again from there.',
      });
    await next();
  };
}

function isOwn(origin: string, hosts: ReadonlySet<string>): boolean {
  const [, host] = /^https?:\/\/([^/?#@\\]+)$/.exec(origin.toLowerCase()) ?? [];
  return host !== undefined && hosts.has(host);
}
