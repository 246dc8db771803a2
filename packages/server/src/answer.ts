import { StringDecoder } from 'node:string_decoder';
import type { Endpoint } from '@tenfold/contract';
import { formatCount, isLong, type Json, type JsonObject, jsonInPieces } from '@tenfold/core';
import { JsonFault, JsonFeed } from '@tenfold/session';
import { createYield } from '@tenfold/store';
import type { Context } from 'hono';
import * as z from 'zod';
import type { Caller } from './guard/door.ts';
import { dressedJson } from './guard/headers.ts';
import { type LongText, PackedText, withoutText } from './packed-text.ts';
import { Refused } from './problem.ts';
import { Reply, type Route, type RouteDependencies } from './route.ts';
import { inPieces } from './stream/in-pieces.ts';
import { Outbox } from './stream/streams.ts';

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
  const longText = endpoint.longText === undefined ? undefined : { field: endpoint.longText, packed: new PackedText() };
  const sent = hasBody ? await readJson(request.raw, endpoint.bodyLimit ?? bodyBytes, { ...endpoint, longText }) : {};
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
    longText: longText === undefined || longText.packed.isEmpty ? null : longText.packed,
    actor: actor === undefined ? {} : { actor: actor.slice(0, 100) },
    lastEventId: request.header('last-event-id') ?? null,
    // Made when it is first asked for: a stream that waits for hours needs none.
    get signal() {
      return request.raw.signal;
    },
  });
  if (told instanceof Outbox) {
    // Nobody would read it, and no end of it would come.
    if (request.method === 'HEAD') {
      told.close();
      return new Response(null, { headers: told.headers });
    }
    // Everything between may change its head; what follows goes straight to the socket.
    context.env.outbox = told;
    return new Response(null, { headers: told.headers });
  }
  if (told instanceof Response) {
    // Nobody will read it.
    if (request.method === 'HEAD') await told.body?.cancel();
    return told;
  }
  const [status, value] = told instanceof Reply ? [told.status, told.body] : [endpoint.status ?? 200, told];
  if (checkAnswers) checkAnswer(endpoint, status, value);
  const takesLong = isLong(value, MANY_LETTERS);
  return dressedJson(context, takesLong ? inPieces(jsonInPieces(value)) : JSON.stringify(value), status);
}

function parseInput(schema: z.ZodType, value: unknown, where: 'query' | 'body'): unknown {
  let read: ReturnType<typeof schema.safeParse>;
  try {
    read = schema.safeParse(value);
  } catch (error) {
    // More faults than the library can put together.
    if (error instanceof RangeError) throw invalid('', 'It has too many errors to list.');
    throw error;
  }
  if (read.success) return read.data;
  throw faultsIn(where, read.error);
}

function checkAnswer({ method, path, answer, also }: Endpoint, status: number, value: unknown): void {
  const schema = (also?.status === status ? also.answer : undefined) ?? answer;
  if ('media' in schema) return;
  const read = schema.safeParse(JSON.parse(JSON.stringify(value)));
  if (!read.success) throw new Error(`${method} ${path} answers what its schema does not know: ${read.error.message}`);
}

/** Brackets inside brackets that a body may have. */
export const DEEPEST = 64;

/** Bodies of more bytes, or of nobody knows how many, are parsed while they arrive, so that none holds up the others. */
const AT_ONCE = 64 * 1024;

/** Values in one body and fields in one object of it: no real one comes near, and each takes room and time, to throw away too. */
const MOST = { levels: DEEPEST, values: 200_000, fields: 10_000 };
/** Items in all lists of a body that are checked one by one. */
const MOST_ITEMS = 30_000;

/** What a body is to be. */
interface Expected extends Pick<Endpoint, 'body' | 'bodyValues'> {
  readonly longText?: LongText | undefined;
}

/** The JSON of a request, its size checked while it arrives and its depth before it is parsed; where it is long, its items too. Nothing at all is an empty object. */
export async function readJson(request: Request, limit: number, expected: Expected = {}): Promise<Json> {
  const stated = request.headers.get('content-length');
  if (Number(stated ?? 0) > limit) throw tooLarge(limit);
  if (stated === null || Number(stated) > AT_ONCE) {
    const value = await readInPieces(request, limit, expected);
    if (expected.body !== undefined) await refuseWrongItems(expected.body, value);
    return value;
  }
  // No more than what is stated is ever read of a connection.
  const text = await request.text();
  if (text.trim() === '') return {};
  refuseDepth(text);
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    throw invalid('', `It is not JSON: ${(error as Error).message}`);
  }
  // Escapes can spell the name too; both are rare enough that looking through the value costs nothing usually.
  if (/__proto__|\\u00(5f|7[0-9a-f]|6[0-9a-f])/i.test(text)) refusePrototypes(value);
  return value;
}

async function readInPieces(
  request: Request,
  limit: number,
  { bodyValues: values = MOST.values, longText }: Expected,
): Promise<Json> {
  const feed = new JsonFeed({ ...MOST, values });
  const decoder = new StringDecoder('utf8');
  // Pieces that have come already follow one another without anybody else's turn.
  const yieldToOthers = createYield();
  let fault: unknown = null;
  try {
    let isEmpty = true;
    for await (const piece of piecesOf(request, limit)) {
      // The rest is read all the same: the answer would not arrive under what is still sent.
      if (fault !== null) continue;
      const text = decoder.write(Buffer.from(piece));
      isEmpty &&= text.trim() === '';
      try {
        feed.push(text);
        if (longText !== undefined) longText.packed.add(feed.takeText(longText.field));
      } catch (error) {
        fault = error;
      }
      await yieldToOthers();
    }
    if (fault !== null) throw fault;
    if (isEmpty) return {};
    feed.push(decoder.end());
    const value = feed.end();
    if (feed.namesPrototype) throw prototypeNamed();
    return longText === undefined ? value : withoutText(value, longText);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    throw error.isTooDeep ? tooDeep() : invalid('', `It cannot be read as JSON: ${error.message}.`);
  }
}

async function* piecesOf({ body }: Request, limit: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.byteLength;
    if (bytes > limit) throw tooLarge(limit);
    yield piece;
  }
}

function tooLarge(limit: number): Refused {
  return new Refused('too-large', `The request is larger than ${Math.floor(limit / 1024 / 1024)} MB.`, {
    todo: 'Send less at once.',
    facts: { limit },
    headers: { connection: 'close' },
  });
}

function tooDeep(): Refused {
  return new Refused('too-deep', `The request is nested more than ${DEEPEST} levels deep.`, {
    todo: 'Send it flatter, or the deep part as text.',
    facts: { deepest: DEEPEST },
  });
}

/** Counts brackets outside of strings in one pass over the text. */
function refuseDepth(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) {
      for (at++; at < text.length && text.charCodeAt(at) !== 34; at++) if (text.charCodeAt(at) === 92) at++;
    } else if (code === 123 || code === 91) {
      if (++depth > DEEPEST) throw tooDeep();
    } else if (code === 125 || code === 93) depth--;
  }
}

/** A key that would change what objects are made of is refused, not dropped: what is said is kept whole or not at all. */
function refusePrototypes(value: Json): void {
  const waiting: Json[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next) && Object.hasOwn(next, '__proto__')) throw prototypeNamed();
    for (const inner of Object.values(next) as Json[]) waiting.push(inner);
  }
}

function prototypeNamed(): Refused {
  return invalid('__proto__', 'This name cannot be used for a field.');
}

function invalid(field: string, message: string): Refused {
  return new Refused('invalid-request', `The request cannot be used. ${message}`, {
    todo: 'Correct it and send it again.',
    facts: { problems: [{ field, message }] },
  });
}

/**
 * Looks at the items of a long body's lists one by one, those of lists in them first, and no further than the first that is wrong: the
 * library goes through all of them and puts every fault together, while nobody else has a turn.
 */
async function refuseWrongItems(schema: z.ZodType, body: Json): Promise<void> {
  const yieldToOthers = createYield();
  let items = 0;
  const look = async (given: z.ZodType, value: Json, path: readonly PropertyKey[]): Promise<void> => {
    const known = knownForm(given, value);
    if (known instanceof z.ZodArray && Array.isArray(value)) {
      items += value.length;
      if (items > MOST_ITEMS) throw invalid(path.join('.'), `Lists hold ${formatCount(MOST_ITEMS)} items at most, all together.`);
      for (const [at, item] of value.entries()) {
        await look(known.element as z.ZodType, item, [...path, at]);
        const read = (known.element as z.ZodType).safeParse(item);
        if (!read.success) throw faultsIn('body', read.error, [...path, at]);
        await yieldToOthers();
      }
    } else if (known instanceof z.ZodObject && isObject(value)) {
      for (const [field, inner] of Object.entries(known.shape))
        if (typeof value[field] === 'object') await look(inner as z.ZodType, value[field] as Json, [...path, field]);
    }
  };
  await look(schema, body, []);
}

/** What a value is to be, of several forms the one that it has the kind or the mark of. */
function knownForm(given: z.ZodType, value: Json): z.ZodType {
  let schema = given;
  while ('innerType' in schema.def) schema = schema.def.innerType as z.ZodType;
  if (!(schema instanceof z.ZodUnion)) return schema;
  const forms = (schema.options as readonly z.ZodType[]).map((form) => knownForm(form, null));
  const { discriminator: mark } = schema.def as { readonly discriminator?: string };
  const ofKind = forms.find((form) => {
    if (Array.isArray(value)) return form instanceof z.ZodArray;
    return (
      mark !== undefined && isObject(value) && form instanceof z.ZodObject && form.shape[mark]?.safeParse(value[mark]).success
    );
  });
  return ofKind ?? schema;
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Faults of one request that are named: who has made more sees by these what is wrong. */
const MAX_FAULTS = 20;

function faultsIn(where: 'query' | 'body', { issues }: z.ZodError, within: readonly PropertyKey[] = []): Refused {
  const problems = issues.slice(0, MAX_FAULTS).map(({ path, message }) => ({ field: [...within, ...path].join('.'), message }));
  const said = problems.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`)).join(' ');
  return new Refused('invalid-request', `The ${where} is not right. ${said}`, {
    todo: 'Correct the fields named and send it again.',
    facts: { problems },
  });
}
