import type { MiddlewareHandler } from 'hono';
import { Refused } from '../problem.ts';

/** Whether a request changes nothing: the status of a draft is asked for with a body. */
function reads(method: string, path: string): boolean {
  return method === 'GET' || method === 'HEAD' || (method === 'POST' && path.endsWith('/status'));
}

/** Why nothing is taken while a home is shown from a copy. */
export function onlyRead(home: string): Refused {
  return new Refused('store-full', `The disk of ${home} is full or read-only, so it is open for reading only.`, {
    kept: 'Everything stored is there and can be read, searched and exported. Nothing was changed.',
    todo: 'Free some space on it, or make it writable, and start the server again; `tenfold backup FILE` works meanwhile.',
  });
}

/** Refuses whatever would change something in a home that is shown from a copy: it would be gone with the copy. Every answer says so. */
export function onlyReads(home: string): MiddlewareHandler {
  return async (context, next) => {
    const tell = () => context.header('x-tenfold-read-only', '1');
    tell();
    if (!reads(context.req.method, context.req.path)) throw onlyRead(home);
    await next();
    // An answer that was made elsewhere does not have it yet.
    tell();
  };
}
