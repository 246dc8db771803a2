import type { EntryId } from '@tenfold/core';
import { type FoldStore, foldsIn, memoryStore } from './fold-store.ts';

/** How a server is reached. */
export interface ServerStoreOptions {
  /** Token of the server's operator, or one's own with the scope full; none where the server wants none. */
  readonly token?: string;
  readonly fetch?: typeof globalThis.fetch;
  /** Milliseconds until the server counts as not there; 5,000 when not given. */
  readonly timeout?: number;
  /** Told why the server was done without; where it is not given, calls go on in silence. */
  readonly onProblem?: (problem: Error) => void;
}

/** Names asked for at once: the newest ones. */
const MAX_NAMES = 20_000;

/**
 * Keeps folds on a Tenfold server, so that they are settled for every process of an app. One that cannot be reached stops no call:
 * what this process knows holds, and what it folds meanwhile it keeps for itself. One that refuses is an error.
 * @example tenfold({ store: serverStore('http://127.0.0.1:4321', { token }) })
 */
export function serverStore(url: string, options: ServerStoreOptions = {}): FoldStore {
  const { token, fetch: send = globalThis.fetch, timeout = 5_000, onProblem } = options;
  const kept = memoryStore();
  const ask = async (method: string, path: string, body: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
    const signal = AbortSignal.timeout(timeout);
    const request = { method, headers, signal, body: JSON.stringify(body) };
    try {
      const response = await send(new URL(path, url), request);
      if (response.status < 500 && response.status !== 429) return await answerIn(response, url);
      throw new Error(`it answered ${response.status}`);
    } catch (error) {
      if (error instanceof StoreRefused) throw error;
      onProblem?.(new Error(`The Tenfold server at ${url} was done without: ${(error as Error).message}`, { cause: error }));
      return undefined;
    }
  };
  return {
    async find(ids) {
      // Another process may have folded on from what this one knows.
      const known = ids.findIndex((id) => kept.find([id]) !== undefined);
      const names = ids.slice(0, known < 0 ? MAX_NAMES : Math.min(known, MAX_NAMES));
      const answer = names.length === 0 ? undefined : await ask('POST', '/api/settled/find', { names });
      const { found } = (answer ?? {}) as { found?: { name: EntryId; folds: unknown } | null };
      const folds = foldsIn(found?.folds);
      if (found && folds === undefined)
        onProblem?.(new Error(`What the Tenfold server at ${url} keeps under ${found.name} are no folds.`));
      if (!found || folds === undefined) return kept.find(ids);
      await kept.put(found.name, folds);
      return folds;
    },
    async put(name, folds) {
      await kept.put(name, folds);
      await ask('PUT', '/api/settled', { name, folds });
    },
  };
}

/** A server that is there and does not take what it is asked. */
class StoreRefused extends Error {}

async function answerIn(response: Response, url: string): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok && body !== null) return body;
  const { detail = `it answered ${response.status}`, todo = 'Check its address and the token.' } = (body ?? {}) as {
    detail?: string;
    todo?: string;
  };
  throw new StoreRefused(`The Tenfold server at ${url} does not keep folds: ${detail} ${todo} Nothing was sent to the model.`);
}
