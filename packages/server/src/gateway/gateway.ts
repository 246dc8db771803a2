import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log, Tenfold } from '@tenfold/session';
import { type Call, pathOf, type Send } from './call.ts';
import { NoCredential, signWithProfile } from './credentials.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { forward, type Upstream, upstreamAt } from './forward.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { type GatewayRoute, routeOf, type Vendor } from './gateway-route.ts';
import { createManagedRoute } from './managed-route.ts';
import { readBody } from './read-body.ts';
import { refuse, relay } from './relay.ts';
import { Traffic } from './traffic.ts';
import type { TrafficLog } from './traffic-log.ts';
import { formOf, vendorError } from './vendor-error.ts';

/** Stands between clients and the vendors' APIs. */
export interface Gateway {
  readonly traffic: Traffic;
  readonly options: GatewayOptions;
  /** Answers a request if its path is a vendor's. `run` is the run of a wrapped program it belongs to. */
  handle(request: IncomingMessage, response: ServerResponse, run?: string | null): boolean;
}

/** Paths that ask how long something is, which costs nothing. */
const COUNTS = /(?:count_?tokens|input_tokens)$/i;

/** The gateway over the chains of a store. What passes is kept in `trafficLog`, in memory alone where there is none. */
export function createGateway(
  { chains, strategies, usage }: Pick<Tenfold, 'chains' | 'strategies' | 'usage'>,
  options: GatewayOptions,
  log: Log,
  trafficLog: TrafficLog | null = null,
): Gateway {
  const traffic = new Traffic(trafficLog);
  const upstreams = { anthropic: upstreamOf('anthropic'), openai: upstreamOf('openai'), gemini: upstreamOf('gemini') };
  /** A base as it is configured; clients' paths begin with the version, so one at its end is not said twice. */
  function upstreamOf(vendor: Vendor): Upstream {
    return upstreamAt(new URL(options.upstreams[vendor].replace(/\/v1(?:beta)?\/?$/, '')), options.proxies);
  }
  const profile = options.credentials?.slice('profile:'.length);
  const send: Send = async ({ route: { vendor }, request, signal }, body, overrides) => {
    const { method = 'GET' } = request;
    const to = upstreams[vendor];
    const asked = { url: request.url ?? '/', rawHeaders: request.rawHeaders, ...overrides };
    const signed = profile === undefined ? asked : await signWithProfile(chains, profile, { vendor, to, ...asked });
    return forward({ to, method, body, signal, ...signed });
  };
  const { manage, refuseLarge } = createManagedRoute({ chains, strategies, usage, options, traffic, send });
  const pass = async (call: Call) => {
    await relay(call, await send(call, call.body), null);
    if (call.request.method === 'POST' && !COUNTS.test(pathOf(call.request)))
      usage.spend({ inputTokens: estimateTokens(call.body.length) });
  };

  const serve = async (request: IncomingMessage, response: ServerResponse, route: GatewayRoute, run: string | null) => {
    const leaving = new AbortController();
    response.once('close', () => response.writableFinished || leaving.abort());
    const start = performance.now();
    const { vendor, wire } = route;
    const headers = { 'x-tenfold-request-id': randomUUID() };
    const given = { request, response, route, run, signal: leaving.signal, start, headers };
    try {
      const body = await readBody(request);
      const call: Call = { ...given, body: body ?? Buffer.alloc(0) };
      if (body === null) refuseLarge(call);
      else await (wire === null ? pass(call) : manage(call, wire));
    } catch (error) {
      // Who has left, in the middle of the request or of its answer, needs no answer.
      if (leaving.signal.aborted || !request.complete) return;
      if (error instanceof NoCredential)
        return refuse(response, formOf(route), vendorError(vendor, 401, error.message, { 'x-should-retry': 'false' }), headers);
      log.warn('gateway-failed', { vendor, reason: String(error) });
      const message = `The gateway could not reach ${upstreams[vendor].host}: ${error instanceof Error ? error.message : String(error)}. Nothing was changed; try again.`;
      refuse(response, formOf(route), vendorError(vendor, 502, message), headers);
    } finally {
      // Nobody reads what of an answer was not read by now.
      leaving.abort();
    }
  };
  return {
    traffic,
    options,
    handle(request, response, run = null) {
      const route = routeOf(request.method ?? 'GET', pathOf(request), request.headers);
      if (route === null) return false;
      serve(request, response, route, run).catch((error: unknown) => {
        log.warn('gateway-failed', { vendor: route.vendor, reason: String(error) });
        response.destroy();
      });
      return true;
    },
  };
}
