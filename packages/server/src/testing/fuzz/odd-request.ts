import type { Json, JsonObject } from '@tenfold/core';
import type { Random } from '@tenfold/core/testing';
import * as z from 'zod';
import { apiRoutes } from '../../api/routes.ts';

/** A request that may be anything. */
export interface OddRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const WORDS = [
  '',
  ' ',
  'x',
  'null',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '%00',
  'a\u0000b',
  '\ud800',
  '\u202e',
  '💥',
  "'; drop table entries; --",
  '-1',
  '1e999',
  'NaN',
  'z'.repeat(5_000),
];
const VALUES: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  [[[[[]]]]],
  { type: 'text' },
  { type: 'text', text: 5 },
];
/** What other programs ask models through us. */
const GATEWAY = [
  '/v1/messages',
  '/v1/chat/completions',
  '/v1/responses',
  '/v1beta/models/gemini-2.5-pro:generateContent',
  '/v1/models',
  '/v1/%',
];

/** What asks vendors on the internet is left out. */
const isInside = ({ method, path }: { method: string; path: string }) =>
  method === 'get' || !/^\/api\/(?:profiles|models)/.test(path);

const schemas = apiRoutes
  .filter(({ endpoint }) => isInside(endpoint))
  .map(({ endpoint }) => ({
    endpoint,
    body:
      endpoint.body === undefined
        ? undefined
        : (z.toJSONSchema(endpoint.body, { unrepresentable: 'any', io: 'input' }) as JsonObject),
    query:
      endpoint.query === undefined
        ? undefined
        : (z.toJSONSchema(endpoint.query, { unrepresentable: 'any', io: 'input' }) as JsonObject),
  }));

/** Draws a request: mostly of a kind that is answered, with something odd about it. `ids` are of things there are. */
export function oddRequest(random: Random, ids: readonly string[]): OddRequest {
  const headers = {
    'content-type': random.chance(0.95) ? 'application/json' : random.pick(['text/plain', 'application/jsonp', '']),
  };
  if (random.chance(0.08)) {
    const asked = { model: 'gpt-4o', messages: anything(random, 3), stream: random.chance(0.5) };
    const isRead = random.chance(0.3);
    const body = isRead ? undefined : random.chance(0.5) ? broken(random) : JSON.stringify(asked);
    return { method: isRead ? 'GET' : 'POST', path: random.pick(GATEWAY), headers, body };
  }
  const { endpoint, body, query } = random.pick(schemas);
  const path = endpoint.path.replaceAll(/:\w+/g, () =>
    encodeURIComponent((random.chance(0.7) ? random.pick(ids) : random.pick(WORDS)).toWellFormed()),
  );
  const asked = query === undefined || random.chance(0.3) ? '' : `?${queryFor(random, query)}`;
  const sent =
    body === undefined ? undefined : random.chance(0.05) ? broken(random) : JSON.stringify(valueFor(random, body, body, 0));
  const method = random.chance(0.97) ? endpoint.method.toUpperCase() : random.pick(['PUT', 'PATCH', 'DELETE', 'OPTIONS']);
  return { method, path: path + asked, headers, body: method === 'GET' ? undefined : sent };
}

function queryFor(random: Random, schema: JsonObject): string {
  const fields = Object.keys((schema.properties ?? {}) as object);
  const pairs = [...fields, 'other']
    .filter(() => random.chance(0.6))
    .map((name): [string, string] => [name, random.chance(0.5) ? random.pick(WORDS) : String(random.between(-2, 2_000))]);
  return new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value.toWellFormed()])).toString();
}

/** A value that fits a schema, except where it does not. */
function valueFor(random: Random, schema: JsonObject, root: JsonObject, depth: number): Json {
  if (depth > 8 || random.chance(0.06)) return anything(random, 2);
  const {
    $ref,
    anyOf,
    oneOf,
    allOf,
    enum: choices,
    const: only,
    type,
    properties,
    items,
    additionalProperties,
  } = schema as Record<string, unknown>;
  if (typeof $ref === 'string') {
    const named = (root.$defs as Record<string, JsonObject> | undefined)?.[$ref.split('/').at(-1) ?? ''];
    return valueFor(random, named ?? root, root, depth + 1);
  }
  const among = (anyOf ?? oneOf ?? allOf) as readonly JsonObject[] | undefined;
  if (among !== undefined) return valueFor(random, random.pick(among), root, depth + 1);
  if (choices !== undefined) return random.pick(choices as readonly Json[]);
  if (only !== undefined) return only as Json;
  if (type === 'object') {
    const entries = Object.entries((properties ?? {}) as Record<string, JsonObject>).filter(() => random.chance(0.75));
    const known = entries.map(([name, inner]) => [name, valueFor(random, inner, root, depth + 1)] as const);
    const free =
      typeof additionalProperties === 'object' && random.chance(0.5) ? [[random.pick(WORDS), anything(random, 2)] as const] : [];
    return Object.fromEntries([...known, ...free]);
  }
  if (type === 'array')
    return Array.from({ length: random.between(0, 4) }, () => valueFor(random, (items ?? {}) as JsonObject, root, depth + 1));
  if (type === 'string') return random.chance(0.5) ? `word ${random.word(6)}` : random.pick(WORDS);
  if (type === 'integer' || type === 'number') return random.pick([0, 1, 2, 50, 4_096, -1, 0.5, 1e15]);
  return type === 'boolean' ? random.chance(0.5) : anything(random, 2);
}

function anything(random: Random, depth: number): Json {
  const kind = depth === 0 ? 0 : random.between(0, 3);
  if (kind === 0) return random.pick(VALUES);
  if (kind === 1) return random.pick(WORDS);
  if (kind === 2) return Array.from({ length: random.between(0, 3) }, () => anything(random, depth - 1));
  return Object.fromEntries(
    Array.from({ length: random.between(0, 3) }, () => [
      random.pick(['role', 'content', 'parts', 'text', 'type', ...WORDS]),
      anything(random, depth - 1),
    ]),
  );
}

function broken(random: Random): string {
  return random.pick([
    '',
    '{',
    '{"a":',
    '[1,2',
    'nul',
    '"\\ud800"',
    '\u0000',
    '{"__proto__":{"x":1}}',
    '['.repeat(70) + ']'.repeat(70),
    '['.repeat(100_000),
    `{"a":"${'x'.repeat(100_000)}`,
  ]);
}
