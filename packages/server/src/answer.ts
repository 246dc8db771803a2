import type { Endpoint } from '@tenfold/contract';
import { isLong, jsonInPieces } from '@tenfold/core';
import type { Context } from 'hono';
import type * as z from 'zod';
import type { Caller } from './guard/door.ts';
import { dressedJson } from './guard/headers.ts';
import { readJson } from './guard/read-json.ts';
import { Refused } from './problem.ts';
import { Reply, type Route, type RouteDependencies } from './route.ts';
import { inPieces } from './stream/in-pieces.ts';
import { headOf, Outbox } from './stream/outbox.ts';

/** What answering stands on. */
export interface Answering extends RouteDependencies {
  readonly caller: Caller;
  readonly bodyBytes: number;
  /** Checks every answer against its schema; for tests. */
  readonly checkAnswers?: boolean;
}

/** Letters from which on an answer is written while it is sent: in one go they would take some ten milliseconds. */
const MANY_LETTERS = 1 << 21;

/** Reads and checks a request, calls its route, and writes what it answers. */
export async function answer(
  { endpoint, handle }: Route,
  context: Context,
  { caller, tenfold, streams, gateway, startup, quotas = {}, bodyBytes, checkAnswers }: Answering,
): Promise<Response> {
  const request = context.req;
  const query = endpoint.query === undefined ? undefined : parseInput(endpoint.query, request.query(), 'query');
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const sent = hasBody ? await readJson(request.raw, endpoint.bodyLimit ?? bodyBytes) : {};
  const body = endpoint.body === undefined ? undefined : parseInput(endpoint.body, sent, 'body');
  const actor = request.header('x-tenfold-actor');
  const told = await handle({
    caller,
    tenfold,
    streams,
    gateway,
    startup,
    quotas,
    params: request.param(),
    query,
    body,
    actor: actor === undefined ? {} : { actor: actor.slice(0, 100) },
    lastEventId: request.header('last-event-id') ?? null,
    // Made when it is first asked for: a stream that waits for hours needs none.
    get signal() {
      return request.raw.signal;
    },
  });
  if (told instanceof Outbox) return headOf(told, context);
  if (told instanceof Response) return told;
  const [status, value] = told instanceof Reply ? [told.status, told.body] : [endpoint.status ?? 200, told];
  if (checkAnswers) checkAnswer(endpoint, status, value);
  const takesLong = isLong(value, MANY_LETTERS);
  return dressedJson(context, takesLong ? inPieces(jsonInPieces(value)) : JSON.stringify(value), status);
}

function parseInput(schema: z.ZodType, value: unknown, where: 'query' | 'body'): unknown {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  const said = problems.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`)).join(' ');
  throw new Refused('invalid-request', `The ${where} is not right. ${said}`, {
    todo: 'Correct the fields named and send it again.',
    facts: { problems },
  });
}

function checkAnswer({ method, path, answer, also }: Endpoint, status: number, value: unknown): void {
  const schema = (also?.status === status ? also.answer : undefined) ?? answer;
  if ('media' in schema) return;
  const read = schema.safeParse(JSON.parse(JSON.stringify(value)));
  if (!read.success) throw new Error(`${method} ${path} answers what its schema does not know: ${read.error.message}`);
}
