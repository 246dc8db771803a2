import { noteConnection } from '../state/connection.ts';
import { ACTOR } from './actor.ts';
import { offlineProblem, problemOf } from './problem.ts';

const TOKEN = 'tenfold.token';

/** Keeps a token for this tab, as when the server asked for one. */
export function keepToken(token: string): void {
  sessionStorage.setItem(TOKEN, token);
}

/** A token, where the server wants one; handed over once in the address as `#token=…` and kept for this tab. */
export function accessToken(): string | null {
  const handed = new URLSearchParams(location.hash.slice(1)).get('token');
  if (handed !== null) {
    sessionStorage.setItem(TOKEN, handed);
    history.replaceState(null, '', location.pathname + location.search);
  }
  return sessionStorage.getItem(TOKEN);
}

/** Headers every request carries. */
export function headers(json: boolean): Record<string, string> {
  const token = accessToken();
  return {
    ...(json ? { 'content-type': 'application/json' } : {}),
    'x-tenfold-actor': ACTOR,
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
}

/** Sends a request and gives back its JSON; throws a `Problem` when it did not work. */
export async function call<T>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const response = await reach(path, {
    method,
    headers: headers(method !== 'GET'),
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
  });
  if (response.status === 204) return undefined as T;
  return (await response.json()) as T;
}

/** A response that worked; throws a `Problem` otherwise. Notes on the way whether the server answers at all. */
export async function reach(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    noteConnection(false);
    throw offlineProblem();
  }
  noteConnection(true);
  if (!response.ok) throw await problemOf(response);
  return response;
}
