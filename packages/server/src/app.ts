import type { HttpBindings } from '@hono/node-server';
import { processApi } from '@tenfold/contract';
import type { Log, Tenfold } from '@tenfold/session';
import { type Traced, tracing } from '@tenfold/store';
import { type Context, Hono } from 'hono';
import { answer } from './answer.ts';
import { apiRoutes } from './api/routes.ts';
import type { Gateway } from './gateway/gateway.ts';
import { browserSession } from './guard/browser-session.ts';
import { bucketOf, type Door, type DoorTerms, doorOf, LIMITS, type Limits, onlyAdmins, signIn } from './guard/door.ts';
import { answerHeaders, refuseForeign } from './guard/headers.ts';
import { addSignIn, type OidcSettings } from './guard/oidc.ts';
import { type OnlyReads, onlyReads } from './guard/only-reads.ts';
import type { Quotas, quotaGuard } from './guard/quotas.ts';
import type { ServerMetrics } from './metrics.ts';
import { openApi } from './openapi.ts';
import { problemResponse, Refused, refusalOf } from './problem.ts';
import type { StartupValue } from './process/startup-values.ts';
import { addProcess, type ProcessParts } from './process-routes.ts';
import type { Streams } from './stream/streams.ts';
import { VERSION } from './version.ts';

/** What the app stands on. */
export interface AppOptions extends ProcessParts, DoorTerms {
  readonly tenfold: Tenfold;
  /** The way in, where others share it. */
  readonly door?: Door;
  /** What passes through to models for somebody's other programs. */
  readonly gatewayFor: (tenfold: Tenfold) => Gateway;
  readonly streams: Streams;
  readonly startup: readonly StartupValue[];
  /** Names this server is reached by, as `Host` headers; known once it listens. */
  readonly hosts: ReadonlySet<string>;
  /** Where people sign in with a browser. */
  readonly oidc?: OidcSettings | null;
  /** Where people reach this server. */
  readonly publicUrl?: () => string;
  /** How much a user may use, and what refuses whoever has used it up. */
  readonly quotas?: Quotas;
  readonly withinQuota?: ReturnType<typeof quotaGuard>;
  /** Files of the web app. */
  readonly page: (path: string) => Promise<Response>;
  /** Home that a copy is served of, and why. */
  readonly onlyReads?: OnlyReads;
  /** Checks every answer against its schema; for tests. */
  readonly checkAnswers?: boolean;
}

/** Everything that is answered. */
const endpoints = [...apiRoutes.map(({ endpoint }) => endpoint), ...Object.values(processApi)];

type Env = { Bindings: HttpBindings };

/** How a request is counted whose client closed its connection before it was all there; proxies have the same. */
const CLIENT_LEFT = 499;

/** The whole server as a function from requests to responses. */
export function createApp(options: AppOptions): Hono<Env> {
  const { hosts, oidc = null, publicUrl = () => '', tenfold, limits = LIMITS, metrics, log, door = doorOf(options) } = options;
  const app = new Hono<Env>();
  app.onError((error, context) => {
    // Who left while they still sent is no failure of ours, and reads no answer.
    const { destroyed, complete } = context.env?.incoming ?? { destroyed: false, complete: true };
    if (destroyed && !complete) return new Response(null, { status: CLIENT_LEFT });
    const refused = refusalOf(error);
    if (refused.code === 'internal-error' || refused.code === 'store-unavailable')
      log.error('request-failed', { route: context.req.routePath, reason: String(error) });
    return problemResponse(refused);
  });
  app.notFound((context) => problemResponse(nothingAt(context.req.path)));
  app.use(answerHeaders);
  app.use(timed(metrics, log));
  app.use(refuseForeign(hosts));
  const browsers = oidc && browserSession(tenfold.people, { isSecure: publicUrl().startsWith('https:') });
  const enter = signIn(door, browsers);
  if (oidc !== null && browsers !== null) {
    const visits = bucketOf(limits.expensive);
    app.use('/auth/*', async (context, next) => {
      visits.take(door.addressOf(context.env?.incoming));
      await next();
    });
    addSignIn(app, { settings: oidc, people: tenfold.people, sessions: browsers, publicUrl });
  }
  for (const path of ['/api/*', '/metrics']) app.use(path, enter);
  app.use('/metrics', async (context, next) => {
    onlyAdmins(context.var.caller);
    await next();
  });
  if (options.onlyReads !== undefined) app.use('/api/*', onlyReads(options.onlyReads));
  addApi(app, { ...options, limits, door });
  let description: string | null = null;
  addProcess(app, options, () => (description ??= JSON.stringify(openApi(endpoints, VERSION))));
  app.get('*', async (context) => {
    if (context.req.path.startsWith('/api/')) return problemResponse(nothingAt(context.req.path));
    return options.page(context.req.path);
  });
  return app;
}

function addApi(app: Hono<Env>, options: AppOptions & { readonly limits: Limits; readonly door: Door }): void {
  const { door, limits } = options;
  for (const route of apiRoutes) {
    const { method, path, expensive = false, admin = false } = route.endpoint;
    app.on(method, path, async (context) => {
      const { caller } = context.var;
      if (admin) onlyAdmins(caller);
      if (expensive) door.expensive(caller, door.addressOf(context.env?.incoming));
      const tenfold = caller.owner === options.tenfold.owner ? options.tenfold : await options.tenfold.for(caller);
      if (caller.role !== 'admin' && method !== 'get' && method !== 'delete') await options.withinQuota?.(tenfold);
      return answer(route, context, {
        ...options,
        tenfold,
        gateway: () => options.gatewayFor(tenfold),
        caller,
        bodyBytes: limits.bodyBytes,
      });
    });
  }
}

/** Logs and counts requests under their route's pattern: paths hold ids, which belong in no label. */
function timed({ request: count }: ServerMetrics, log: Log) {
  return async (context: Context<Env>, next: () => Promise<void>) => {
    const start = performance.now();
    const { method } = context.req;
    const traceparent = context.req.header('traceparent') ?? '';
    const traced: Traced = { name: 'request', attributes: { 'http.request.method': method, traceparent } };
    const route = await tracing.tracePromise(async () => {
      await next();
      const matched = context.error === undefined || context.req.routePath !== '/*' ? context.req.routePath : 'refused';
      traced.attributes['http.route'] = matched;
      traced.attributes['http.response.status_code'] = context.res.status;
      return matched;
    }, traced);
    const seconds = (performance.now() - start) / 1000;
    count(method, route, context.res.status, seconds);
    if (context.res.status >= 400)
      log.warn('request-refused', { method, route, status: context.res.status, ms: Math.round(seconds * 1000) });
  };
}

/** Why nothing answers: there is nothing, or it is called in another way. */
function nothingAt(path: string): Refused {
  const methods = endpoints
    .filter((endpoint) => new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`).test(path))
    .map(({ method }) => method.toUpperCase());
  if (methods.length > 0)
    return new Refused('method-not-allowed', `This address is not called like that, but by ${methods.join(' or ')}.`, {
      todo: 'See /api/openapi.json for what each takes.',
      headers: { allow: methods.join(', ') },
    });
  return new Refused('not-found', 'There is nothing at this address.', {
    todo: 'See /api/openapi.json for what there is.',
  });
}
