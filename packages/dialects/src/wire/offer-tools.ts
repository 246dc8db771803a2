import type { Json, JsonObject, ToolDefinition } from '@tenfold/core';
import { isList, isObject, listOf, objectOf } from '../json.ts';
import { piecesOf } from '../json-pieces.ts';
import { dialectOf } from '../registry.ts';
import type { WireRequest } from './wire-request.ts';

/** The text of a request with more tools behind its own; null where its API would not take them beside what is there, or one has such a name. */
export function offerTools({ wire, text, body }: WireRequest, tools: readonly ToolDefinition[]): string | null {
  const encoded = dialectOf(wire).encode({ frame: { tools }, messages: [] }) as JsonObject;
  const more = encoded.tools as readonly JsonObject[];
  const own = body.tools;
  const taken = namesIn(body);
  if (tools.some(({ name }) => taken.has(name))) return null;
  if (own === undefined || own === null) return withField(text, more);
  if (!isList(own)) return null;
  if (wire !== 'gemini') return withField(text, more);
  // Declarations of functions stand in one group; beside nothing but built-in tools this API takes none.
  const at = own.findIndex((group) => isObject(group) && isList(declared(group)));
  const group = own[at];
  if (!isObject(group)) return own.length === 0 ? withField(text, more) : null;
  const field = group.functionDeclarations === undefined ? 'function_declarations' : 'functionDeclarations';
  const declarations = [...(declared(group) as readonly Json[]), ...(declared(more[0] as JsonObject) as readonly Json[])];
  return replaced(text, JSON.stringify(own.with(at, { ...group, [field]: declarations })));
}

/** Names of the tools a request brings, wherever its API has them. */
function namesIn({ tools, functions, input }: JsonObject): ReadonlySet<Json | undefined> {
  const later = listOf(input).filter((item) => isObject(item) && item.type === 'additional_tools');
  const all = [...listOf(tools), ...listOf(functions), ...later.flatMap((item) => listOf(objectOf(item).tools))].map(objectOf);
  return new Set(
    all.flatMap((tool) => [
      tool.name,
      objectOf(tool.function).name,
      ...listOf(declared(tool)).map((each) => objectOf(each).name),
    ]),
  );
}

function declared({ functionDeclarations, function_declarations }: JsonObject): Json | undefined {
  return functionDeclarations ?? function_declarations;
}

/** What is there stays as it was written: a prefix that is cached is one of bytes. */
function withField(text: string, more: readonly JsonObject[]): string {
  const written = JSON.stringify(more);
  const held = piecesOf(text)?.items.findLast(({ key }) => key === 'tools');
  const inside = held === undefined || !held.text.startsWith('[') ? '' : held.text.slice(1, -1).trimEnd();
  const list = `[${inside}${inside.trim() === '' ? '' : ','}${written.slice(1)}`;
  return held === undefined ? text.replace('{', () => `{"tools":${list},`) : replaced(text, list);
}

function replaced(text: string, list: string): string {
  const held = piecesOf(text)?.items.findLast(({ key }) => key === 'tools');
  return held === undefined ? text : `${text.slice(0, held.at)}${list}${text.slice(held.at + held.text.length)}`;
}
