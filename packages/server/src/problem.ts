import type { JsonObject } from '@tenfold/core';
import { SessionError } from '@tenfold/session';
import { StoreError } from '@tenfold/store';
import * as z from 'zod';
import { json, list, named } from './json.ts';
import { redact } from './redact.ts';

/** Every code a client may meet, its HTTP status and its title. */
export const PROBLEMS = {
  'invalid-request': [400, 'The request is not right'],
  'unknown-command': [400, 'There is no such command'],
  unauthorized: [401, 'A token is needed'],
  'forbidden-host': [403, 'Not the address of this server'],
  'forbidden-origin': [403, 'Not a page of this server'],
  'not-found': [404, 'Not found'],
  'method-not-allowed': [405, 'Not called like that'],
  conflict: [409, 'It does not go with what is there'],
  'fold-running': [409, 'A fold is under way'],
  'context-full': [409, 'The context is full'],
  'model-differs': [409, 'Another model'],
  'nothing-to-gain': [409, 'Nothing to gain'],
  'below-floor': [409, 'Below the floor'],
  'fold-covered': [409, 'A newer fold covers it'],
  'too-large': [413, 'Too large'],
  'unsupported-media-type': [415, 'JSON is needed'],
  'too-deep': [422, 'Nested too deeply'],
  'cannot-fit': [422, 'It cannot be made to fit'],
  'fold-cooldown': [429, 'Too soon after the last fold'],
  'rate-limited': [429, 'Too many requests'],
  'upstream-failed': [502, 'The model did not answer'],
  'counter-unavailable': [503, 'Tokens cannot be counted'],
  'store-unavailable': [503, 'The store is not available'],
  'store-full': [507, 'The store is full'],
  'internal-error': [500, 'Something went wrong here'],
} as const satisfies Record<string, readonly [number, string]>;

/** One of the codes. */
export type ProblemCode = keyof typeof PROBLEMS;

/** What a refused or failed request answers with. */
export const problemSchema = named(
  'Problem',
  z
    .object({
      code: z.enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]),
      title: z.string(),
      status: z.number().int(),
      detail: z.string(),
      kept: z.string().optional(),
      todo: z.string().optional(),
      problems: list(z.object({ field: z.string(), message: z.string() })).optional(),
    })
    .catchall(json),
);

/** A request that is refused: what happened, what was kept, what to do. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: ProblemCode;
  readonly kept: string;
  readonly todo: string;
  readonly facts: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    code: ProblemCode,
    message: string,
    {
      kept = 'Nothing was changed.',
      todo,
      facts = {},
      headers = {},
    }: { kept?: string; todo: string; facts?: JsonObject; headers?: Readonly<Record<string, string>> },
  ) {
    super(message);
    this.code = code;
    this.kept = kept;
    this.todo = todo;
    this.facts = facts;
    this.headers = headers;
  }
}

/** A refusal for any error. What nobody foresaw is told without its words, which may say too much. */
export function refusalOf(error: unknown): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof SessionError)
    return new Refused(known(error.code), error.message, {
      kept: error.kept,
      todo: error.todo,
      facts: error.facts,
      headers: retryAfter(error.facts.secondsLeft),
    });
  if (error instanceof StoreError) return storeRefusal(error);
  return new Refused('internal-error', 'The server met an error nobody foresaw. It is in the log.', {
    kept: 'What was acknowledged before is kept.',
    todo: 'Try again; if it happens again, report it with what the log says.',
  });
}

const STORE_CODES: Partial<Record<StoreError['code'], ProblemCode>> = {
  'not-found': 'not-found',
  conflict: 'conflict',
  invalid: 'invalid-request',
  'store-full': 'store-full',
};

function storeRefusal(error: StoreError): Refused {
  const code = STORE_CODES[error.code] ?? 'store-unavailable';
  // Where the file lies and what the system said of it are for the log.
  const facts = code === 'store-full' || code === 'store-unavailable' ? {} : error.facts;
  const refused = 'revision' in facts ? 'What you wrote is kept beside the conversation.' : 'Nothing was changed.';
  // Whether a store that failed wrote anything is not known; that nothing was acknowledged is.
  const kept = error.code in STORE_CODES && code !== 'store-full' ? refused : 'Nothing was acknowledged.';
  return new Refused(code, error.message, { kept, todo: error.advice, facts });
}

function known(code: string): ProblemCode {
  return code in PROBLEMS ? (code as ProblemCode) : 'internal-error';
}

function retryAfter(seconds: unknown): Readonly<Record<string, string>> {
  return typeof seconds === 'number' ? { 'retry-after': String(Math.max(1, Math.ceil(seconds))) } : {};
}

/** A refusal as the JSON a client gets. */
export function problemOf({ code, message, kept, todo, facts }: Pick<Refused, 'code' | 'message' | 'kept' | 'todo' | 'facts'>) {
  const [status, title] = PROBLEMS[code];
  return redactAll({ ...facts, code, title, status, detail: message, kept, todo });
}

function redactAll<T extends object>(value: T): T {
  return JSON.parse(redact(JSON.stringify(value))) as T;
}

/** A refusal as a response. */
export function problemResponse(refused: Refused): Response {
  const problem = problemOf(refused);
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { ...refused.headers, 'content-type': 'application/problem+json' },
  });
}
