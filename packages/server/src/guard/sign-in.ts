import type { Context, MiddlewareHandler } from 'hono';
import { Refused } from '../problem.ts';
import type { BrowserSession } from './browser-session.ts';
import { asCaller, type Caller, type Door } from './door.ts';
import { SIGN_IN } from './oidc.ts';

const CALLER = 'caller';

/** Finds out who calls, by the token they show or the cookie of their browser, where they can have one. */
export function signIn(door: Door, browsers: BrowserSession | null): MiddlewareHandler {
  return async (context, next) => {
    const text = /^Bearer (.+)$/i.exec(context.req.header('authorization') ?? '')?.[1] ?? null;
    const browser = text === null ? await browsers?.admit(context) : null;
    const caller = browser ? asCaller(browser.admitted) : await door.admit(text, door.addressOf(context.env?.incoming));
    if (caller === null) {
      throw new Refused('unauthorized', 'This server wants a token and the request has none, or one that does not count.', {
        facts: browsers === null ? {} : { signIn: SIGN_IN },
        todo: 'Send `Authorization: Bearer …` with the TENFOLD_TOKEN of the server, or with a token of yours that is not revoked.',
        headers: { 'www-authenticate': 'Bearer realm="tenfold"' },
      });
    }
    const isReading = context.req.method === 'GET' || context.req.method === 'HEAD';
    if (caller.scope === 'read' && !isReading)
      throw new Refused('forbidden', 'This token is for reading only. Nothing was changed.', {
        todo: 'Use a token with the scope full.',
      });
    context.set(CALLER, caller);
    await next();
    for (const cookie of browser?.cookies ?? []) context.res.headers.append('set-cookie', cookie);
  };
}

/** Who calls, once that is known. */
export function callerOf(context: Context): Caller {
  return context.get(CALLER) as Caller;
}

/** Refuses who does not administer the server. */
export function onlyAdmins({ role }: Pick<Caller, 'role'>): void {
  if (role !== 'admin')
    throw new Refused('forbidden', 'Only administrators of this server may do that. Nothing was changed.', {
      todo: 'Ask one of them.',
    });
}
