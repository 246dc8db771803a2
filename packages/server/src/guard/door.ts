import { createHmac, randomBytes } from 'node:crypto';
import type { TokenScope } from '@tenfold/contract';
import { type Admission, type Admitted, type People, type Principal, TOKEN_PREFIX } from '@tenfold/session';
import type { MiddlewareHandler } from 'hono';
import { Refused } from '../problem.ts';
import type { BrowserSession } from './browser-session.ts';
import { type ClientAddress, clientAddress } from './headers.ts';
import type { Issuer } from './issuer.ts';
import { SIGN_IN } from './oidc.ts';
import { sameSecret } from './same-secret.ts';

/** Who calls. */
export interface Caller extends Principal {
  readonly name: string;
  readonly scope: TokenScope;
  /** What they came in on; null for the operator, who is no person of the list. */
  readonly admission: Admission | null;
}

/** Who may come in. */
export interface DoorTerms {
  readonly tenfold: { readonly people: Pick<People, 'admit' | 'meet'>; readonly owner: string };
  /** The operator's own token. */
  readonly token: string | null;
  /** Who vouches for people beside this server. */
  readonly issuer?: Issuer | null;
  /** Addresses of proxies that say whom they ask for. */
  readonly proxies?: readonly string[];
  readonly limits?: Limits;
}

/** The one way into a server, whatever is asked of it: who calls, and how often. */
export interface Door {
  /** True for a server that asks for nothing: who shows no token of a person is the operator. */
  readonly isOpen: boolean;
  readonly operator: Caller;
  /** Who shows a token; null for one that does not count. @throws Refused where too many guesses came from */
  admit(token: string | null, address: string): Promise<Caller | null>;
  readonly addressOf: ClientAddress;
  /** Counts a request, and one that asks a model or reads much: a person's wherever they are, the operator's by address. @throws Refused */
  request(caller: Pick<Caller, 'owner'>, address: string): void;
  expensive(caller: Pick<Caller, 'owner'>, address: string): void;
}

/**
 * Lets in by what somebody shows: the operator's token, one of their own, or the word of the issuer. Where the operator has set none and
 * nobody vouches for people, who shows no token of a person is the operator: then only this machine reaches the server.
 */
export function doorOf({ tenfold, token, issuer = null, proxies, limits = LIMITS }: DoorTerms): Door {
  const operator: Caller = { owner: tenfold.owner, name: tenfold.owner, role: 'admin', scope: 'full', admission: null };
  const isOpen = token === null && issuer === null;
  const guesses = bucketOf(limits.guesses);
  const [requests, expensive] = [bucketOf(limits.requests), bucketOf(limits.expensive)];
  const refused = new RefusedTokens();
  const counting = (bucket: Bucket): Door['request'] => {
    return ({ owner }, address) => bucket.take(owner === tenfold.owner ? address : owner);
  };
  return {
    isOpen,
    operator,
    addressOf: clientAddress(proxies),
    request: counting(requests),
    expensive: counting(expensive),
    /**
     * Where too many guesses came from, a right token is turned away like a wrong one, unseen: otherwise guessing would go on. The same
     * token again is no further guess, so that a tab with an old one locks nobody out, and who shows nothing guesses nothing.
     */
    async admit(text, address) {
      // What a tab or a script still has from another server is no reason to turn it away.
      if (isOpen && text?.startsWith(TOKEN_PREFIX) !== true) return operator;
      if (text === null) return null;
      const isNew = !refused.has(address, text);
      if (isNew) guesses.take(address, 0);
      const caller = await callerWith(text, { people: tenfold.people, token, issuer }, operator);
      if (caller !== null || !isNew) return caller;
      guesses.count(address);
      refused.add(address, text);
      return null;
    },
  };
}

async function callerWith(
  text: string,
  { people, token, issuer }: { people: Pick<People, 'admit' | 'meet'>; token: string | null; issuer: Issuer | null },
  operator: Caller,
): Promise<Caller | null> {
  if (token !== null && sameSecret(text, token)) return operator;
  if (text.startsWith(TOKEN_PREFIX)) return asCaller(await people.admit(text));
  const vouched = (await issuer?.verify(text)) ?? null;
  if (vouched === null || issuer === null) return null;
  const { subject, name, until } = vouched;
  return asCaller(await people.meet({ issuer: issuer.name, subject }, name), until);
}

/** Who was admitted, as one who calls. */
function asCaller(admitted: Admitted | null, until: number | null = null): Caller | null {
  if (admitted === null) return null;
  const { person, scope, token } = admitted;
  const { id: owner, name, role } = person;
  const admission = { person: owner, token: token?.id ?? null, until: token === null ? until : token.expiresAt };
  return { owner, name, role, scope, admission };
}

/** Tokens remembered; the oldest are forgotten first and count as guesses again. */
const REMEMBERED = 10_000;

/** Tokens that were refused, by who showed them. Kept as hashes under a key of this process: some are another server's. */
class RefusedTokens {
  readonly #key = randomBytes(32);
  readonly #seen = new Set<string>();

  has(address: string, token: string): boolean {
    return this.#seen.has(this.#hash(address, token));
  }

  add(address: string, token: string): void {
    this.#seen.add(this.#hash(address, token));
    const [oldest] = this.#seen;
    if (this.#seen.size > REMEMBERED && oldest !== undefined) this.#seen.delete(oldest);
  }

  #hash(address: string, token: string): string {
    return createHmac('sha256', this.#key).update(address).update('\0').update(token).digest('base64');
  }
}

declare module 'hono' {
  interface ContextVariableMap {
    /** Who calls, behind `signIn`. */
    readonly caller: Caller;
  }
}

/** Finds out who calls, by the token they show or the cookie of their browser, where they can have one, and counts it. */
export function signIn(door: Door, browsers: BrowserSession | null): MiddlewareHandler {
  return async (context, next) => {
    const text = /^Bearer (.+)$/i.exec(context.req.header('authorization') ?? '')?.[1] ?? null;
    const browser = text === null ? await browsers?.admit(context) : null;
    const address = door.addressOf(context.env?.incoming);
    const caller = browser ? asCaller(browser.admitted) : await door.admit(text, address);
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
    door.request(caller, address);
    context.set('caller', caller);
    await next();
    for (const cookie of browser?.cookies ?? []) context.res.headers.append('set-cookie', cookie);
  };
}

/** Refuses who does not administer the server. */
export function onlyAdmins({ role }: Pick<Caller, 'role'>): void {
  if (role !== 'admin')
    throw new Refused('forbidden', 'Only administrators of this server may do that. Nothing was changed.', {
      todo: 'Ask one of them.',
    });
}

/** How many requests at once, and how many a second after that. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

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

/** Lets a bounded number of requests through for each caller. */
export interface Bucket {
  /** Refuses when the caller has had too many; of 0 requests it only looks. */
  take(caller: string, requests?: 0 | 1): void;
  /** Counts one that was let through; more than there is room for are paid back by waiting. */
  count(caller: string): void;
}

/** Callers remembered; beyond that all are forgotten, which only ever lets more through. */
const CALLERS = 10_000;
/** How far beyond its room a caller's count goes, in bursts: nobody waits for ever. */
const DEEPEST_DEBT = 5;

/** A bucket that fills by the clock. */
export function bucketOf({ burst, perSecond }: Rate, now: () => number = performance.now.bind(performance)): Bucket {
  const callers = new Map<string, { left: number; at: number }>();
  const filled = (caller: string) => {
    const at = now();
    const seen = callers.get(caller) ?? { left: burst, at };
    seen.left = Math.min(burst, seen.left + ((at - seen.at) / 1000) * perSecond);
    seen.at = at;
    if (callers.size >= CALLERS && !callers.has(caller)) callers.clear();
    callers.set(caller, seen);
    return seen;
  };
  return {
    take(caller, requests = 1) {
      const seen = filled(caller);
      if (seen.left < 1) {
        const seconds = Math.max(1, Math.ceil((1 - seen.left) / perSecond));
        throw new Refused('rate-limited', 'Too many requests came from here in a short time.', {
          todo: `Wait ${seconds} s and try again.`,
          facts: { secondsLeft: seconds },
          headers: { 'retry-after': String(seconds) },
        });
      }
      seen.left -= requests;
    },
    count(caller) {
      const seen = filled(caller);
      seen.left = Math.max(seen.left - 1, -DEEPEST_DEBT * burst);
    },
  };
}
