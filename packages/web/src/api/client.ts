import {
  type AnswerOf,
  type AskOf,
  answerOf,
  type Endpoint,
  type EventOf,
  requestOf,
  type ServerSent,
  serverSent,
} from '@tenfold/contract';
import { connection, onlyReads, signInWanted } from '../state/connection.ts';
import { ACTOR } from './actor.ts';
import { offlineProblem, problemOf, unexpectedAnswer } from './problem.ts';

const TOKEN = 'tenfold.token';

/** Keeps a token for this tab, as when the server asked for one. */
export function keepToken(token: string): void {
  sessionStorage.setItem(TOKEN, token);
}

/** Forgets the token of this tab, as when somebody signs in instead. */
export function forgetToken(): void {
  sessionStorage.removeItem(TOKEN);
}

/** A token, where the server wants one; handed over once in the address as `#token=…` and kept for this tab. */
function accessToken(): string | null {
  const handed = new URLSearchParams(location.hash.slice(1)).get('token');
  if (handed !== null) {
    sessionStorage.setItem(TOKEN, handed);
    history.replaceState(null, '', location.pathname + location.search);
  }
  return sessionStorage.getItem(TOKEN);
}

const CSRF = /(?:^|; )tenfold-csrf=([^;]+)/;

/** Whether somebody signed in with this browser. */
export function isSignedIn(): boolean {
  return CSRF.test(document.cookie);
}

/** What only a page of this server can read: without it a cookie changes nothing. */
function csrfProof(): Record<string, string> {
  const [, proof] = CSRF.exec(document.cookie) ?? [];
  return proof === undefined ? {} : { 'x-tenfold-csrf': proof };
}

/** Signs out and shows the first page again. */
export async function signOut(): Promise<void> {
  const headers = { 'content-type': 'application/json', ...csrfProof() };
  const response = await fetch('/auth/sign-out', { method: 'POST', headers, body: '{}' }).catch(() => {
    throw offlineProblem();
  });
  if (!response.ok) throw await problemOf(response);
  forgetToken();
  location.assign('/');
}

/** Sends a request and gives back what it answered, checked; throws a `Problem` when it did not work. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ask: AskOf<E>,
  options: Pick<RequestInit, 'signal'> = {},
): Promise<AnswerOf<E>> {
  const response = await reach(endpoint, ask, options);
  const answer = answerOf(endpoint, response.status, await response.json().catch(() => null));
  if (answer === null) throw unexpectedAnswer(response.status);
  return answer;
}

/** What a stream says, event by event, until it ends. Events of another version of the server are left out. */
export function streamed<E extends Endpoint>(endpoint: E, response: Response): AsyncGenerator<ServerSent<EventOf<E>>> {
  return serverSent(endpoint, pieces(response));
}

async function* pieces(response: Response): AsyncGenerator<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    reader.releaseLock();
  }
}

/** A response that worked; throws a `Problem` otherwise. Notes on the way whether the server answers at all. */
export async function reach<E extends Endpoint>(
  endpoint: E,
  ask: AskOf<E>,
  { headers = {}, ...more }: Pick<RequestInit, 'signal' | 'keepalive'> & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const { path, ...request } = requestOf(endpoint, ask);
  const token = accessToken();
  let response: Response;
  try {
    response = await fetch(path, {
      ...request,
      headers: {
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        'x-tenfold-actor': ACTOR,
        ...(token === null ? csrfProof() : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...more,
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    connection.set(false);
    throw offlineProblem();
  }
  connection.set(true);
  const refusal = response.headers.get('x-tenfold-read-only');
  onlyReads.set(refusal === null || refusal === 'damaged' ? refusal : 'unwritable');
  if (response.ok) {
    signInWanted.set(null);
    return response;
  }
  const problem = await problemOf(response);
  if (problem.code === 'unauthorized') signInWanted.set(problem);
  throw problem;
}
