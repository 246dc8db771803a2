import type { HonoRequest, MiddlewareHandler } from 'hono';
import { Refused } from '../problem.ts';

/**
 * Only requests that name this server exactly are its own: a foreign name that was made to point here (DNS rebinding) is
 * refused, whatever page sent it. Pages of other sites may not call, whatever the method: neither by their origin nor by
 * what the browser says of it. What changes something must be JSON: a type that such a page cannot send without asking first.
 */
export function refuseForeign(own: ReadonlySet<string>): MiddlewareHandler {
  return async ({ req }, next) => {
    if (!own.has(req.header('host')?.toLowerCase() ?? ''))
      throw new Refused('forbidden-host', 'The request names a host that is not this server.', {
        todo: `Use one of ${[...own].join(', ')}.`,
      });
    const origin = req.header('origin');
    const site = req.header('sec-fetch-site');
    const isForeign = origin !== undefined && !isOwn(origin, own);
    const isCrossSite = site !== undefined && site !== 'same-origin' && site !== 'none';
    if (isForeign || (isCrossSite && !isVisit(req)))
      throw new Refused('forbidden-origin', 'The request comes from a page that is not of this server.', {
        todo: 'Open the app at its own address and try again from there.',
      });
    const type = req.header('content-type');
    const isJson = type !== undefined && /^application\/json\s*(;|$)/i.test(type);
    if (!isJson && (type !== undefined || WITH_BODY.has(req.method)))
      throw new Refused('unsupported-media-type', `The request is ${type ?? 'of no stated type'}, and only JSON is read.`, {
        todo: 'Send it with `content-type: application/json`.',
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

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** Host headers that name a server: the names it is reached by, with its port, and the one people know it by. */
export function hostsOf(names: readonly string[], port: number, publicUrl?: string): ReadonlySet<string> {
  const own = names.map((name) => `${name.includes(':') ? `[${name}]` : name}:${port}`.toLowerCase());
  return new Set([...own, ...(publicUrl === undefined ? [] : [new URL(publicUrl).host])]);
}
