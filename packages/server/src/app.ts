import type { HttpBindings } from '@hono/node-server';
import { processApi } from '@tenfold/contract';
import type { Log, Tenfold } from '@tenfold/session';
import { traced } from '@tenfold/store';
import { type Context, Hono } from 'hono';
import { answer } from './answer.ts';
import { apiRoutes } from './api/routes.ts';
import type { Gateway } from './gateway/gateway.ts';
import { browserSession } from './guard/browser-session.ts';
import { type ClientAddress, clientAddress } from './guard/client-address.ts';
import { jsonOnly, refuseForeign } from './guard/foreign.ts';
import { answerHeaders } from './guard/headers.ts';
import type { Issuer } from './guard/issuer.ts';
import { addSignIn, type OidcSettings } from './guard/oidc.ts';
import { type OnlyReads, onlyReads } from './guard/only-reads.ts';
import type { quotaGuard } from './guard/quotas.ts';
import { bucketOf, type Rate } from './guard/rate.ts';
import { callerOf, onlyAdmins, signIn } from './guard/sign-in.ts';
import type { ServerMetrics } from './metrics.ts';
import { openApi } from './openapi.ts';
import { problemResponse, Refused, refusalOf } from './problem.ts';
import type { StartupValue } from './process/startup-values.ts';
import { addProcess, type ProcessParts } from './process-routes.ts';
import type { Streams } from './stream/streams.ts';
import { VERSION } from './version.ts';

/** How much is let through. */
export interface Limits {
  readonly bodyBytes: number;
  /** Requests of one address. */
  readonly requests: Rate;
  /** Those that ask models or read much. */
  readonly expensive: Rate;
  /** Wrong tokens. */
  readonly guesses: Rate;
}

/** Limits that a person at a keyboard, or a busy script, does not meet. */
export const LIMITS: Limits = {
  bodyBytes: 8 * 1024 * 1024,
  requests: { burst: 4_000, perSecond: 3_000 },
  expensive: { burst: 120, perSecond: 20 },
  guesses: { burst: 10, perSecond: 0.5 },
};

/** What the app stands on. */
export interface AppOptions extends ProcessParts {
  readonly tenfold: Tenfold;
  /** What passes through to models for somebody's other programs. */
  readonly gatewayFor: (tenfold: Tenfold) => Gateway;
  readonly streams: Streams;
  readonly startup: readonly StartupValue[];
  /** Names this server is reached by, as `Host` headers; known once it listens. */
  readonly hosts: ReadonlySet<string>;
  readonly token: string | null;
  /** Who vouches for people beside this server. */
  readonly issuer?: Issuer | null;
  /** Where people sign in with a browser. */
  readonly oidc?: OidcSettings | null;
  /** Where people reach this server. */
  readonly publicUrl?: () => string;
  /** Addresses of proxies that say whom they ask for. */
  readonly proxies?: readonly string[];
  /** Refuses whoever has used up what they may. */
  readonly withinQuota?: ReturnType<typeof quotaGuard>;
  /** Files of the web app. */
  readonly page: (path: string) => Promise<Response>;
  readonly limits?: Limits;
  /** Home that a copy is served of, and why. */
  readonly onlyReads?: OnlyReads;
  /** Checks every answer against its schema; for tests. */
  readonly checkAnswers?: boolean;
}

/** Everything that is answered. */
const endpoints = [...apiRoutes.map(({ endpoint }) => endpoint), ...Object.values(processApi)];

type Env = { Bindings: HttpBindings };

/** The whole server as a function from requests to responses. */
export function createApp(options: AppOptions): Hono<Env> {
  const { hosts, token, issuer = null, oidc = null, publicUrl = () => '', tenfold, limits = LIMITS, metrics, log } = options;
  const addressOf = clientAddress(options.proxies);
  const app = new Hono<Env>();
  const requests = bucketOf(limits.requests);
  const guesses = bucketOf(limits.guesses);
  app.onError((error, context) => {
    const refused = refusalOf(error);
    if (refused.code === 'internal-error') log.error('request-failed', { route: context.req.routePath, reason: String(error) });
    return problemResponse(refused);
  });
  app.notFound((context) => problemResponse(nothingAt(context.req.path)));
  app.use(answerHeaders);
  app.use(timed(metrics, log));
  app.use(refuseForeign(hosts));
  const browsers = oidc && browserSession(tenfold.people, { isSecure: publicUrl().startsWith('https:') });
  const enter = signIn({ token, issuer, people: tenfold.people, operator: tenfold.owner, browsers, guesses, addressOf });
  if (oidc !== null && browsers !== null) {
    const visits = bucketOf(limits.expensive);
    app.use('/auth/*', async (context, next) => {
      visits.take(addressOf(context));
      await next();
    });
    addSignIn(app, { settings: oidc, people: tenfold.people, sessions: browsers, publicUrl });
  }
  for (const path of ['/api/*', '/metrics']) app.use(path, enter);
  app.use('/metrics', async (context, next) => {
    onlyAdmins(callerOf(context));
    await next();
  });
  app.use('/api/*', async (context, next) => {
    requests.take(payerOf(context, tenfold, addressOf));
    await next();
  });
  app.use(jsonOnly);
  if (options.onlyReads !== undefined) app.use('/api/*', onlyReads(options.onlyReads));
  addApi(app, options, limits, addressOf);
  let description: string | null = null;
  addProcess(app, options, () => (description ??= JSON.stringify(openApi(endpoints, VERSION))));
  app.get('*', async (context) => {
    if (context.req.path.startsWith('/api/')) return problemResponse(nothingAt(context.req.path));
    return options.page(context.req.path);
  });
  return app;
}

function addApi(app: Hono<Env>, options: AppOptions, limits: Limits, addressOf: ClientAddress): void {
  const rare = bucketOf(limits.expensive);
  for (const route of apiRoutes) {
    const { method, path, expensive = false, admin = false } = route.endpoint;
    app.on(method, path, async (context) => {
      const caller = callerOf(context);
      if (admin) onlyAdmins(caller);
      if (expensive) rare.take(payerOf(context, options.tenfold, addressOf));
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

/** Whose limits a request is counted against: a person's wherever they are, else those of an address. */
function payerOf(context: Context, { owner: operator }: Tenfold, addressOf: ClientAddress): string {
  const { owner } = callerOf(context);
  return owner === operator ? addressOf(context) : owner;
}

/** Logs and counts requests under their route's pattern: paths hold ids, which belong in no label. */
function timed({ request: count }: ServerMetrics, log: Log) {
  return async (context: Context<Env>, next: () => Promise<void>) => {
    const start = performance.now();
    const { method } = context.req;
    const traceparent = context.req.header('traceparent') ?? '';
    const route = await traced('request', { 'http.request.method': method, traceparent }, async (told) => {
      await next();
      const matched = context.error === undefined || context.req.routePath !== '/*' ? context.req.routePath : 'refused';
      told['http.route'] = matched;
      told['http.response.status_code'] = context.res.status;
      return matched;
    });
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
