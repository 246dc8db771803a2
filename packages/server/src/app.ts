import type { HttpBindings } from '@hono/node-server';
import type { Log, Tenfold } from '@tenfold/session';
import { type Context, Hono } from 'hono';
import { answer } from './answer.ts';
import { apiRoutes } from './api/routes.ts';
import { securityHeaders } from './guard/headers.ts';
import { onlyHosts } from './guard/host.ts';
import { jsonOnly } from './guard/json-only.ts';
import { onlyOwnPages } from './guard/origin.ts';
import { addressOf, bucketOf, type Rate } from './guard/rate.ts';
import { onlyWithToken } from './guard/token.ts';
import type { ServerMetrics } from './metrics.ts';
import { openApi } from './openapi.ts';
import { problemResponse, Refused, refusalOf } from './problem.ts';
import type { StartupValue } from './process/startup-values.ts';
import type { Streams } from './stream/streams.ts';
import { VERSION } from './version.ts';

/** How much is let through. */
export interface Limits {
  readonly bodyBytes: number;
  /** Requests of one address. */
  readonly requests: Rate;
  /** Those that ask models or read much. */
  readonly dear: Rate;
  /** Wrong tokens. */
  readonly guesses: Rate;
}

/** Limits that a person at a keyboard, or a busy script, does not meet. */
export const LIMITS: Limits = {
  bodyBytes: 8 * 1024 * 1024,
  requests: { burst: 4_000, perSecond: 3_000 },
  dear: { burst: 120, perSecond: 20 },
  guesses: { burst: 10, perSecond: 0.5 },
};

/** What the app stands on. */
export interface AppOptions {
  readonly tenfold: Tenfold;
  readonly log: Log;
  readonly metrics: ServerMetrics;
  readonly streams: Streams;
  readonly startup: readonly StartupValue[];
  /** Names this server is reached by, as `Host` headers. */
  readonly hosts: () => ReadonlySet<string>;
  readonly token: string | null;
  /** Names this run of the server, so that a second start knows it found the first. */
  readonly instance: string;
  /** Throws when the store does not answer. */
  readonly ready: () => Promise<void>;
  /** Files of the web app, or the plain page. */
  readonly page: (path: string) => Promise<Response>;
  readonly limits?: Limits;
  /** Checks every answer against its schema; for tests. */
  readonly checkAnswers?: boolean;
}

type Env = { Bindings: HttpBindings };

/** The whole server as a function from requests to responses. */
export function createApp(options: AppOptions): Hono<Env> {
  const { hosts, token, limits = LIMITS, metrics, log } = options;
  const app = new Hono<Env>();
  const requests = bucketOf(limits.requests);
  const guesses = bucketOf(limits.guesses);
  app.onError((error, context) => {
    const refused = refusalOf(error);
    if (refused.code === 'internal-error') log.error('request-failed', { route: context.req.routePath, reason: String(error) });
    return problemResponse(refused);
  });
  app.notFound(() => problemResponse(nothingThere()));
  app.use(securityHeaders);
  app.use(timed(metrics, log));
  app.use(onlyHosts(hosts));
  app.use(onlyOwnPages(hosts));
  for (const path of ['/api/*', '/metrics']) if (token !== null) app.use(path, onlyWithToken(token, guesses));
  app.use('/api/*', async (context, next) => {
    requests.take(addressOf(context));
    await next();
  });
  app.use(jsonOnly);
  addApi(app, options, limits);
  addProcess(app, options);
  app.get('*', async (context) => {
    if (context.req.path.startsWith('/api/')) return problemResponse(nothingThere());
    return options.page(context.req.path);
  });
  return app;
}

function addApi(app: Hono<Env>, options: AppOptions, limits: Limits): void {
  const dear = bucketOf(limits.dear);
  for (const route of apiRoutes) {
    app.on(route.method, route.path, async (context) => {
      if (route.dear) dear.take(addressOf(context));
      return answer(route, context, { ...options, bodyBytes: limits.bodyBytes });
    });
  }
  let description: string | null = null;
  app.get('/api/openapi.json', () => {
    description ??= JSON.stringify(openApi(apiRoutes, VERSION));
    return new Response(description, { headers: { 'content-type': 'application/json' } });
  });
}

/** What tells others how the process is. */
function addProcess(app: Hono<Env>, { metrics, instance, ready, log }: AppOptions): void {
  app.get('/healthz', (context) => context.json({ ok: true, instance, version: VERSION }));
  app.get('/readyz', async (context) => {
    try {
      await ready();
      return context.json({ ready: true });
    } catch (error) {
      log.error('not-ready', { reason: String(error) });
      return context.json({ ready: false }, 503);
    }
  });
  app.get('/metrics', async () => new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } }));
}

/** Logs and counts requests under their route's pattern: paths hold ids, which belong in no label. */
function timed({ request: count }: ServerMetrics, log: Log) {
  return async (context: Context<Env>, next: () => Promise<void>) => {
    const start = performance.now();
    await next();
    const seconds = (performance.now() - start) / 1000;
    const { method } = context.req;
    const route = context.error === undefined || context.req.routePath !== '/*' ? context.req.routePath : 'refused';
    count(method, route, context.res.status, seconds);
    if (context.res.status >= 400)
      log.warn('request-refused', { method, route, status: context.res.status, ms: Math.round(seconds * 1000) });
  };
}

function nothingThere(): Refused {
  return new Refused('not-found', 'There is nothing at this address.', {
    todo: 'See /api/openapi.json for what there is.',
  });
}
