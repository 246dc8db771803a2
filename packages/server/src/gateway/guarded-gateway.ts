import type { IncomingMessage, ServerResponse } from 'node:http';
import { sameSecret } from '../guard/same-secret.ts';
import type { Gateway } from './gateway.ts';

/**
 * The gateway behind the guards the app has: requests that name another host, come from a page of another site, or lack the token where
 * one is set are not answered; where it is `closed`, none is, for what could not be recorded would be a half-state. A client's own credentials are the vendor's, so the token comes as `x-tenfold-token`.
 */
export function guardedGateway(
  gateway: Gateway,
  hosts: () => ReadonlySet<string>,
  token: string | null,
  closed: string | null = null,
) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (!/^\/v1(?:beta|alpha)?\d*(?:\/|\?|$)/.test(request.url ?? '')) return false;
    const reason = refusalFor(request, hosts(), token) ?? (closed === null ? null : ([507, closed] as const));
    if (reason === null) return gateway.handle(request, response);
    response.writeHead(reason[0], { 'content-type': 'application/json' });
    response.end(JSON.stringify({ type: 'error', error: { type: 'permission_error', message: reason[1] } }));
    return true;
  };
}

function refusalFor(
  { headers }: IncomingMessage,
  hosts: ReadonlySet<string>,
  token: string | null,
): readonly [number, string] | null {
  if (!hosts.has(headers.host?.toLowerCase() ?? '')) return [403, 'The request names a host that is not this gateway.'];
  const site = headers['sec-fetch-site'];
  const isPage = headers.origin !== undefined || (site !== undefined && site !== 'none' && site !== 'same-origin');
  // Programs send no origin; a page has no business here, its own server's least of all.
  if (isPage) return [403, 'The request comes from a web page. The gateway answers programs only.'];
  const given = headers['x-tenfold-token'];
  if (token !== null && (typeof given !== 'string' || !sameSecret(given, token)))
    return [401, 'This gateway wants its token: send it as `x-tenfold-token`.'];
  return null;
}
