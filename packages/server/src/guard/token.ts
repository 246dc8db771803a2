import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { Refused } from '../problem.ts';
import { addressOf, type Bucket } from './rate.ts';

/** Lets nobody in without the token. Guessing is slowed down by address. */
export function onlyWithToken(token: string, guesses: Bucket): MiddlewareHandler {
  const wanted = digest(token);
  return async (context, next) => {
    const [, given] = /^Bearer (.+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
    // Hashes have one length, so the comparison takes one time.
    if (given === undefined || !timingSafeEqual(digest(given), wanted)) {
      guesses.take(addressOf(context));
      throw new Refused('unauthorized', 'This server wants a token and the request has none, or another one.', {
        todo: 'Send it as `Authorization: Bearer …`; it is the TENFOLD_TOKEN the server was started with.',
        headers: { 'www-authenticate': 'Bearer realm="tenfold"' },
      });
    }
    await next();
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
