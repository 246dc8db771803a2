import { createHmac, randomBytes } from 'node:crypto';
import type { TokenScope } from '@tenfold/contract';
import { type Admitted, type Pass, type People, type Principal, TOKEN_PREFIX } from '@tenfold/session';
import type { Context, MiddlewareHandler } from 'hono';
import { Refused } from '../problem.ts';
import type { BrowserSession } from './browser-session.ts';
import type { ClientAddress } from './client-address.ts';
import type { Issuer } from './issuer.ts';
import { SIGN_IN } from './oidc.ts';
import type { Bucket } from './rate.ts';
import { sameSecret } from './same-secret.ts';

/** Who calls. */
export interface Caller extends Principal {
  readonly name: string;
  readonly scope: TokenScope;
  /** What they came in on; null for the operator, who is no person of the list. */
  readonly pass: Pass | null;
}

/** What callers may show. */
export interface SignIn {
  /** The operator's own token. */
  readonly token: string | null;
  readonly issuer: Issuer | null;
  readonly people: Pick<People, 'admit' | 'meet'>;
  /** Whose conversations the operator's are. */
  readonly operator: string;
  /** Those who signed in with a browser, where they can. */
  readonly browsers: BrowserSession | null;
  /** Slows guessing down. */
  readonly guesses: Bucket;
  readonly addressOf: ClientAddress;
}

const CALLER = 'caller';

/**
 * Finds out who calls, by the token they show: the operator's, one of their own, or one of the issuer. Where the operator has set none and
 * nobody vouches for people, who shows no token of a person is the operator: then only this machine reaches the server.
 */
export function signIn(terms: SignIn): MiddlewareHandler {
  const operator: Caller = { owner: terms.operator, name: terms.operator, role: 'admin', scope: 'full', pass: null };
  const isOpen = terms.token === null && terms.issuer === null;
  const refused = new RefusedTokens();
  /**
   * Where too many guesses came from, a right token is turned away like a wrong one, unseen: otherwise guessing would go on. The same token
   * again is no further guess, so that a tab with an old one locks nobody out, and who shows nothing guesses nothing.
   */
  const admit = async (text: string | null, address: string): Promise<Caller | null> => {
    if (text === null) return null;
    const isNew = !refused.has(address, text);
    if (isNew) terms.guesses.look(address);
    const caller = await callerWith(text, terms, operator);
    if (caller !== null || !isNew) return caller;
    terms.guesses.count(address);
    refused.add(address, text);
    return null;
  };
  return async (context, next) => {
    const text = /^Bearer (.+)$/i.exec(context.req.header('authorization') ?? '')?.[1] ?? null;
    // An open server asks for nothing: what a tab or a script still has from another one is no reason to turn it away.
    const isOperator = isOpen && text?.startsWith(TOKEN_PREFIX) !== true;
    const browser = text === null && !isOperator ? await terms.browsers?.admit(context) : null;
    const caller = isOperator ? operator : browser ? asCaller(browser.admitted) : await admit(text, terms.addressOf(context));
    if (caller === null) {
      throw new Refused('unauthorized', 'This server wants a token and the request has none, or one that does not count.', {
        facts: terms.browsers === null ? {} : { signIn: SIGN_IN },
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

async function callerWith(text: string, terms: SignIn, operator: Caller): Promise<Caller | null> {
  if (terms.token !== null && sameSecret(text, terms.token)) return operator;
  if (text.startsWith(TOKEN_PREFIX)) return asCaller(await terms.people.admit(text));
  const vouched = (await terms.issuer?.verify(text)) ?? null;
  if (vouched === null || terms.issuer === null) return null;
  const { subject, name, until } = vouched;
  return asCaller(await terms.people.meet({ issuer: terms.issuer.name, subject }, name), until);
}

function asCaller(admitted: Admitted | null, until: number | null = null): Caller | null {
  if (admitted === null) return null;
  const { person, scope, token } = admitted;
  const { id: owner, name, role } = person;
  const pass = { person: owner, token: token?.id ?? null, until: token === null ? until : token.expiresAt };
  return { owner, name, role, scope, pass };
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
