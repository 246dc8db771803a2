import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Log, type Principal, TOKEN_PREFIX } from '@tenfold/session';
import type { Door } from '../guard/door.ts';
import { problemOf, Refused } from '../problem.ts';
import type { EarlyHandler } from '../process/listen.ts';
import { pathOf } from './call.ts';
import type { Gateway } from './gateway.ts';
import { routeOf } from './gateway-route.ts';
import { refuse as refuseAs } from './relay.ts';
import { plainTarget } from './request-target.ts';
import { vendorError } from './vendor-error.ts';

/** Who may use a gateway, and whose conversations are kept of it. */
export interface GatewayGuard {
  /** The operator's. */
  readonly gateway: Gateway;
  readonly hosts: ReadonlySet<string>;
  /** Who is let in, and how often; without one, it is for the operator alone. */
  readonly door?: Door;
  /** The gateway of a person. @throws Refused where they have used up what they may */
  gatewayOf?(person: Principal): Promise<Gateway>;
  /** Why none is answered, where that is so: what could not be recorded would be a half-state. */
  readonly closed?: string | null;
  readonly log?: Log;
}

type Refusal = readonly [status: number, message: string, headers?: Readonly<Record<string, string>>];

/** A vendor's path, behind the name of a run where a wrapped program asks. */
const PATH = /^(?:\/run\/([\w-]{1,64}))?(\/v1(?:beta|alpha)?\d*(?:[/?].*)?)$/s;

const ODD_PATH =
  'The path of the request holds a fragment, or steps that lead elsewhere than it says (`..` in any spelling). Nothing was sent; write out where it is to go.';

/**
 * The gateway behind the guards the app has: requests that name another host, come from a page of another site, show no token where one
 * is needed, or come too often are not answered. A client's own credentials are the vendor's, so the token, the operator's or a person's,
 * comes as `x-tenfold-token`.
 */
export function guardedGateway(guard: GatewayGuard): EarlyHandler {
  const admitAndHandle = async (request: IncomingMessage, response: ServerResponse, run: string | null): Promise<void> => {
    const found = refusalFor(request, guard) ?? (await gatewayFor(request, guard));
    if (isRefusal(found)) refuse(request, response, found);
    else if (!found.handle(request, response, run)) refuse(request, response, [404, 'The gateway knows no such path.']);
  };
  return {
    path: PATH,
    answer(request, response, [, run = null, path]) {
      if (path === undefined) return false;
      request.url = path;
      const target = plainTarget(path);
      if (target === null) {
        refuse(request, response, [400, ODD_PATH]);
        return true;
      }
      request.url = target;
      const failed = (error: unknown) => refuse(request, response, refusalFrom(error, guard.log));
      try {
        const { gateway, door } = guard;
        if (door?.isOpen !== false && !isPersonal(request) && refusalFor(request, guard) === null) {
          door?.request(door.operator, door.addressOf(request));
          return gateway.handle(request, response, run);
        }
      } catch (error) {
        failed(error);
        return true;
      }
      admitAndHandle(request, response, run).catch(failed);
      return true;
    },
  };
}

/** What is told of an error: what a guard says, or that it could not say anything. */
function refusalFrom(error: unknown, log: Log | undefined): Refusal {
  if (error instanceof Refused) return [problemOf(error).status, `${error.message} ${error.todo}`, error.headers];
  log?.warn('gateway-failed', { reason: String(error) });
  return [503, 'The gateway could not find out who asks. Nothing was sent; try again.'];
}

function refusalFor({ headers, rawHeaders }: IncomingMessage, { hosts, closed = null }: GatewayGuard): Refusal | null {
  // Which of two is meant, a proxy before this server may have read in another way.
  const named = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  if (named.length > 1) return [400, 'The request names more than one host.'];
  if (!hosts.has(headers.host?.toLowerCase() ?? '')) return [403, 'The request names a host that is not this gateway.'];
  const site = headers['sec-fetch-site'];
  const isPage = headers.origin !== undefined || (site !== undefined && site !== 'none' && site !== 'same-origin');
  // Programs send no origin; a page has no business here, its own server's least of all.
  if (isPage) return [403, 'The request comes from a web page. The gateway answers programs only.'];
  return closed === null ? null : [507, closed];
}

async function gatewayFor(request: IncomingMessage, { gateway, door, gatewayOf }: GatewayGuard): Promise<Gateway | Refusal> {
  if (door === undefined) return gateway;
  const address = door.addressOf(request);
  const caller = await door.admit(tokenIn(request) || null, address);
  if (caller === null || caller.scope !== 'full')
    return [401, 'This gateway wants its token, or one of yours that is not for reading only: send it as `x-tenfold-token`.'];
  door.request(caller, address);
  if (caller.admission === null || gatewayOf === undefined) return gateway;
  return gatewayOf({ owner: caller.owner, role: caller.role });
}

function tokenIn({ headers }: IncomingMessage): string {
  const given = headers['x-tenfold-token'];
  return typeof given === 'string' ? given : '';
}

function isPersonal(request: IncomingMessage): boolean {
  return tokenIn(request).startsWith(TOKEN_PREFIX);
}

function isRefusal(found: Gateway | Refusal): found is Refusal {
  return Array.isArray(found);
}

/** In the form of the vendor whose path it is; a client that would try again by itself is told not to, unless that helps. */
function refuse(request: IncomingMessage, response: ServerResponse, [status, message, headers = {}]: Refusal): void {
  const vendor = routeOf(request.method ?? 'GET', pathOf(request), request.headers)?.vendor ?? 'anthropic';
  const helps = status === 503 || 'retry-after' in headers;
  request.resume();
  refuseAs(response, vendor, vendorError(vendor, status, message, helps ? headers : { ...headers, 'x-should-retry': 'false' }));
}
