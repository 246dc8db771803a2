import type { People } from '@tenfold/session';
import type { Context, Env, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { Refused } from '../problem.ts';
import type { BrowserSession } from './browser-session.ts';

/** Where people sign in with a browser. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
}

/** What signing in stands on. */
interface SignInParts {
  readonly settings: OidcSettings;
  readonly people: Pick<People, 'meet'>;
  readonly sessions: BrowserSession;
  /** Where this server is reached, as the issuer knows it. */
  readonly publicUrl: () => string;
}

export const SIGN_IN = '/auth/sign-in';
const CALLBACK = '/auth/callback';
const SIGN_OUT = '/auth/sign-out';
/** What is remembered between going to the issuer and coming back. */
const PENDING = 'tenfold-sign-in';
const PENDING_S = 600;

/** Authorization Code with PKCE: to the issuer, back with a code, and in. */
export function addSignIn<E extends Env>(app: Hono<E>, { settings, people, sessions, publicUrl }: SignInParts): void {
  const client = clientOf(settings);
  const isSecure = () => publicUrl().startsWith('https:');
  const terms = () => ({ path: '/auth', httpOnly: true, sameSite: 'Lax', secure: isSecure(), maxAge: PENDING_S }) as const;
  app.get(SIGN_IN, async (context) => {
    const { oidc, config } = await client();
    const pending = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
    setCookie(context, PENDING, Buffer.from(JSON.stringify(pending)).toString('base64url'), terms());
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: publicUrl() + CALLBACK,
      scope: 'openid profile email',
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(pending.verifier),
      code_challenge_method: 'S256',
    });
    return context.redirect(url.href);
  });
  app.get(CALLBACK, async (context) => {
    const pending = pendingIn(context);
    deleteCookie(context, PENDING, terms());
    const { oidc, config } = await client();
    const here = new URL(publicUrl() + CALLBACK);
    here.search = new URL(context.req.url).search;
    const tokens = await oidc
      .authorizationCodeGrant(config, here, {
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        pkceCodeVerifier: pending.verifier,
        idTokenExpected: true,
      })
      .catch((error: unknown) => {
        throw refusal('The issuer did not vouch for this sign-in.', error);
      });
    const { sub = '', name, email }: { sub?: string; name?: unknown; email?: unknown } = tokens.claims() ?? {};
    const called = [name, email].find((text) => typeof text === 'string' && text !== '') as string | undefined;
    const admitted = await people.meet({ issuer: settings.issuer, subject: sub }, called ?? sub);
    if (admitted === null) throw refusal('Whoever signed in is not let in here.');
    for (const cookie of await sessions.begin(admitted.person.id)) context.header('set-cookie', cookie, { append: true });
    return context.redirect('/');
  });
  app.post(SIGN_OUT, async (context) => {
    await sessions.end(context);
    return context.json({ signedOut: true });
  });
}

/** The issuer's own description is read when somebody first signs in, and again where that failed. */
function clientOf({ issuer, clientId, clientSecret }: OidcSettings) {
  const open = async () => {
    const oidc = await import('openid-client');
    const url = new URL(issuer);
    // Settings refuse http anywhere but on this machine.
    const execute = url.protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
    const auth = clientSecret === undefined ? oidc.None() : undefined;
    try {
      return { oidc, config: await oidc.discovery(url, clientId, clientSecret, auth, { execute, timeout: 10 }) };
    } catch (error) {
      throw new Refused('issuer-unavailable', 'The issuer cannot be reached, so nobody can sign in now.', {
        todo: 'Try again in a moment; a token of this server works meanwhile.',
        facts: { reason: String(error) },
      });
    }
  };
  let opened: ReturnType<typeof open> | null = null;
  return () => {
    opened ??= open().catch((error) => {
      opened = null;
      throw error;
    });
    return opened;
  };
}

interface Pending {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

function isPending(value: unknown): value is Pending {
  const { state, nonce, verifier } = (value ?? {}) as Partial<Record<keyof Pending, unknown>>;
  return [state, nonce, verifier].every((text) => typeof text === 'string' && text !== '');
}

function pendingIn(context: Context): Pending {
  try {
    const pending: unknown = JSON.parse(Buffer.from(getCookie(context, PENDING) ?? '', 'base64url').toString());
    if (isPending(pending)) return pending;
  } catch {
    // Told below.
  }
  throw refusal('This sign-in was not begun in this browser, or too long ago.');
}

function refusal(message: string, cause?: unknown): Refused {
  return new Refused('unauthorized', `${message} Nothing was changed.`, {
    todo: 'Open the app and sign in again.',
    ...(cause === undefined ? {} : { facts: { reason: cause instanceof Error ? cause.message : String(cause) } }),
  });
}
