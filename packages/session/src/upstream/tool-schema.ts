import type { Json, JsonObject } from '@tenfold/core';
import { wellFormed, wireName } from '@tenfold/dialects';

/**
 * What a tool takes as every API wants it said: an object with its properties, no choice between several, nothing left out and no list of
 * values. A server of tools may say it in another way, and one such tool would have every request refused.
 */
export function toolSchema(parameters: Json | undefined): JsonObject {
  const { oneOf, anyOf, allOf, required, not: _not, enum: _enum, ...rest } = objectOf(parameters);
  const properties = propertiesOf(parameters);
  const names = sentNames(properties);
  const sent = [...names].map(([name, original]) => [name, properties[original] ?? {}] as const);
  const needed = [...names].flatMap(([name, original]) => (listOf(required).includes(original) ? name : []));
  return wellFormed({
    ...innerSchema({ ...rest, type: 'object', properties: Object.fromEntries(sent) }),
    ...(Array.isArray(required) ? { required: needed } : {}),
  });
}

/** What a tool is called with, its properties under the names it gave them. */
export function toolInput(parameters: Json | undefined, input: Json): Json {
  const names = sentNames(propertiesOf(parameters));
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [names.get(name) ?? name, value]));
}

/** All properties of a tool, those it has a choice between too. */
function propertiesOf(parameters: Json | undefined): JsonObject {
  const { oneOf, anyOf, allOf, ...rest } = objectOf(parameters);
  const choices = [oneOf, anyOf, allOf].flatMap(listOf);
  const all: JsonObject = {};
  for (const choice of [...choices, rest]) Object.assign(all, objectOf(objectOf(choice).properties));
  return all;
}

/** The names of properties by those they are sent under: Anthropic takes letters, digits, `_`, `.` and `-`, 64 in all. */
function sentNames(properties: JsonObject): ReadonlyMap<string, string> {
  const originals = Object.keys(properties);
  const names = new Map<string, string>();
  for (const original of originals) {
    const fitting = wireName(original, /[^a-zA-Z0-9_.-]/g, 64);
    let name = fitting;
    for (let count = 2; names.has(name) || (name !== original && originals.includes(name)); count++)
      name = `${fitting.slice(0, 60)}_${count}`;
    names.set(name, original);
  }
  return names;
}

/** Fields of a schema that hold others: by name, and in a list. */
const NAMED = ['properties', '$defs', 'definitions'];
const LISTED = ['anyOf', 'oneOf', 'allOf'];

/** A schema with those inside it whole: OpenAI refuses a list that does not say what of, and what is no schema where one belongs. */
function innerSchema(schema: Json | undefined): JsonObject {
  const whole: Record<string, Json | undefined> = { ...objectOf(schema) };
  for (const field of NAMED) {
    if (whole[field] === undefined) continue;
    const inner = Object.entries(objectOf(whole[field])).map(([name, value]) => [name, innerSchema(value)] as const);
    whole[field] = Object.fromEntries(inner);
  }
  for (const field of LISTED) if (Array.isArray(whole[field])) whole[field] = listOf(whole[field]).map(innerSchema);
  const { type, items } = whole;
  if (items !== undefined || type === 'array' || listOf(type).includes('array')) whole.items = innerSchema(items);
  return whole as JsonObject;
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function objectOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
