import type { HonoRequest, MiddlewareHandler } from 'hono';
import { Refused } from '../problem.ts';

/** Pages of other sites may not call, whatever the method: neither by their origin nor by what the browser says of it. */
export function onlyOwnPages(hosts: () => ReadonlySet<string>): MiddlewareHandler {
  return async ({ req }, next) => {
    const origin = req.header('origin');
    const site = req.header('sec-fetch-site');
    const isForeign = origin !== undefined && !isOwn(origin, hosts());
    const isCrossSite = site !== undefined && site !== 'same-origin' && site !== 'none';
    if (isForeign || (isCrossSite && !isVisit(req)))
      throw new Refused('forbidden-origin', 'The request comes from a page that is not of this server.', {
        todo: 'Open the app at its own address and try again from there.',
      });
    await next();
  };
}

/** Following a link to the app from elsewhere is fine: it shows the app and calls nothing. */
function isVisit(request: HonoRequest): boolean {
  const { method, path } = request;
  return method === 'GET' && !path.startsWith('/api/') && path !== '/metrics' && request.header('sec-fetch-mode') === 'navigate';
}

function isOwn(origin: string, hosts: ReadonlySet<string>): boolean {
  const [, host] = /^https?:\/\/([^/?#@\\]+)$/.exec(origin.toLowerCase()) ?? [];
  return host !== undefined && hosts.has(host);
}
