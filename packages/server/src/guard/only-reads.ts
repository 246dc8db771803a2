import type { MiddlewareHandler } from 'hono';
import { Refused } from '../problem.ts';

/** Whether a request changes nothing: the status of a draft is asked for with a body. */
function reads(method: string, path: string): boolean {
  return method === 'GET' || method === 'HEAD' || (method === 'POST' && path.endsWith('/status'));
}

/** A home that is shown from a copy, and why. */
export interface OnlyReads {
  readonly home: string;
  readonly why: 'unwritable' | 'damaged';
}

/** What to do with a store that is damaged. */
export const TO_RESTORE =
  'What can be read can be exported meanwhile; then stop the server and put a backup in place with `tenfold restore FILE`.';

const TELLS = 'x-tenfold-read-only';

function told(why: OnlyReads['why']): string {
  return why === 'damaged' ? why : '1';
}

/** Why nothing is taken while a home is shown from a copy. */
export function onlyRead({ why }: Pick<OnlyReads, 'why'>): Refused {
  const headers = { [TELLS]: told(why) };
  if (why === 'damaged')
    return new Refused('store-full', 'What is stored in this home is damaged, so it is open for reading only.', {
      headers,
      kept: 'Nothing was changed; a copy of the store as it was found is beside it as damaged-….db.',
      todo: TO_RESTORE,
    });
  return new Refused('store-full', 'The disk of this home is full or read-only, so it is open for reading only.', {
    headers,
    kept: 'Everything stored is there and can be read, searched and exported. Nothing was changed.',
    todo: 'Free some space on it, or make it writable, and start the server again; `tenfold backup FILE` works meanwhile.',
  });
}

/** Refuses whatever would change something in a home that is shown from a copy: it would be gone with the copy. Every answer says so. */
export function onlyReads(only: OnlyReads): MiddlewareHandler {
  return async (context, next) => {
    const tell = () => context.header(TELLS, told(only.why));
    tell();
    if (!reads(context.req.method, context.req.path)) throw onlyRead(only);
    await next();
    // An answer that was made elsewhere does not have it yet.
    tell();
  };
}
