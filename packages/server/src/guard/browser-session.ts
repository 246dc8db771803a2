import { createHash } from 'node:crypto';
import { type Admitted, type People, TOKEN_PREFIX } from '@tenfold/session';
import type { Context } from 'hono';
import { deleteCookie, generateCookie, getCookie } from 'hono/cookie';
import { Refused } from '../problem.ts';
import { sameSecret } from './same-secret.ts';

/** What a browser carries for a person who signed in: a token of theirs that pages cannot read. */
export interface BrowserSession {
  /** Signs a person in; answers the cookies that say so. */
  begin(person: string): Promise<readonly string[]>;
  /**
   * Who comes with the cookie, and cookies to replace it with; null where there is none or it does not count. What changes something
   * must prove that it comes from our page.
   */
  admit(context: Context): Promise<{ readonly admitted: Admitted; readonly cookies: readonly string[] } | null>;
  /** Signs out, here and for whoever has a copy of the cookie. */
  end(context: Context): Promise<void>;
}

const DAYS = 7;
/** A cookie older than this is replaced by a new one with the next request. */
const ROTATE_MS = 12 * 60 * 60_000;
const NAME = 'browser';
/** What our own page sends back, which a page of another site cannot read. */
const CSRF_COOKIE = 'tenfold-csrf';
const CSRF_HEADER = 'x-tenfold-csrf';

/** Sessions of browsers. Over https the cookie is bound to the host. */
export function browserSession(
  people: Pick<People, 'addToken' | 'admit' | 'revokeToken' | 'tokens'>,
  { isSecure, now = Date.now }: { isSecure: boolean; now?: () => number },
): BrowserSession {
  const cookie = isSecure ? '__Host-tenfold' : 'tenfold';
  const options = { path: '/', sameSite: 'Lax', secure: isSecure, maxAge: DAYS * 86_400 } as const;
  const tokenIn = (context: Context) => {
    const text = getCookie(context, cookie) ?? '';
    return text.startsWith(TOKEN_PREFIX) ? text : null;
  };
  const begin = async (person: string, name: string): Promise<readonly string[]> => {
    const { text } = await people.addToken(person, { name, scope: 'full', days: DAYS });
    return [generateCookie(cookie, text, { ...options, httpOnly: true }), generateCookie(CSRF_COOKIE, proofOf(text), options)];
  };
  return {
    begin: (person) => begin(person, `${NAME} ${crypto.randomUUID()}`),
    async admit(context) {
      const text = tokenIn(context);
      const admitted = text === null ? null : await people.admit(text);
      const { person, token } = admitted ?? {};
      if (text === null || admitted === null || person === undefined || !token?.name.startsWith(`${NAME} `)) return null;
      refuseForeign(context, text);
      // The first use of a new cookie is the end of the one before.
      if (token.usedAt === null)
        for (const older of await people.tokens(person.id))
          if (
            older.name === token.name &&
            older.id !== token.id &&
            older.createdAt <= token.createdAt &&
            older.revokedAt === null
          )
            await people.revokeToken(person.id, older.id);
      const isOld = now() - token.createdAt > ROTATE_MS;
      return { admitted, cookies: isOld ? await begin(person.id, token.name) : [] };
    },
    async end(context) {
      const text = tokenIn(context);
      const admitted = text === null ? null : await people.admit(text);
      if (text !== null && admitted !== null) {
        refuseForeign(context, text);
        for (const each of await people.tokens(admitted.person.id))
          if (each.name === admitted.token?.name && each.revokedAt === null)
            await people.revokeToken(admitted.person.id, each.id);
      }
      deleteCookie(context, cookie, options);
      deleteCookie(context, CSRF_COOKIE, options);
    },
  };
}

/** Browsers send cookies by themselves, so what changes something must come from our page and know what only it can read. */
function refuseForeign({ req }: Context, token: string): void {
  if (req.method === 'GET' || req.method === 'HEAD') return;
  if (req.header('origin') !== undefined && sameSecret(req.header(CSRF_HEADER) ?? '', proofOf(token))) return;
  throw new Refused(
    'forbidden-origin',
    'The request does not prove that it comes from a page of this server. Nothing was changed.',
    {
      todo: 'Load the page again and try once more.',
    },
  );
}

function proofOf(token: string): string {
  return createHash('sha256').update(`csrf\n${token}`).digest('base64url');
}
