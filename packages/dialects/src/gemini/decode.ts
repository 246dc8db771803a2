import { contentHash, type Json, type JsonObject, type Message, type Part, type ToolDefinition } from '@tenfold/core';
import type { Decoded } from '../dialect.ts';
import { isList, isObject, listOf, metadata, objectOf, stringOf, without } from '../json.ts';
import { remembering } from '../remembered.ts';
import { AT_ONCE, type Sliced } from '../slices.ts';
import { systemText } from '../system-text.ts';
import { GEMINI } from './id.ts';
import { decodePart, decodeResponse } from './part.ts';
import { spelled } from './spelling.ts';

/** A generateContent request, or its bare list of contents, as a conversation. */
export function* decodeGemini(wire: Json): Sliced<Decoded> {
  const body = objectOf(wire);
  const field = body.systemInstruction === undefined ? 'system_instruction' : 'systemInstruction';
  const system = systemText(objectOf(body[field]).parts);
  const read = ['contents', ...(system === undefined ? [] : [field]), ...(isList(body.tools) ? ['tools'] : [])];
  return {
    frame: { ...(system === undefined ? {} : { system }), ...(isList(body.tools) ? { tools: decodeTools(body.tools) } : {}) },
    messages: yield* decodeContents(isList(wire) ? wire : listOf(body.contents)),
    rest: {
      dialect: GEMINI,
      ...(isList(wire) ? { bare: true } : { fields: without(body, ...read) ?? {} }),
      ...(system === undefined ? {} : { systemInstruction: body[field] }),
      ...(isList(body.tools) ? { tools: body.tools } : {}),
    },
  };
}

/** Every declared function, and every tool the vendor runs, by name. */
export function decodeTools(tools: readonly Json[]): readonly ToolDefinition[] {
  return tools.flatMap((tool) => {
    const { function_declarations: declared, functionDeclarations = declared, ...others } = objectOf(tool);
    const builtIn = Object.keys(others).map((name) => ({ name, ...metadata(GEMINI, { raw: { [name]: others[name] } }) }));
    return [...listOf(functionDeclarations).map((declaration) => decodeDeclaration(objectOf(declaration))), ...builtIn];
  });
}

function decodeDeclaration(declaration: JsonObject): ToolDefinition {
  const { name, description, parameters, parametersJsonSchema } = declaration;
  const schema = parametersJsonSchema ?? parameters;
  const worded = typeof description === 'string' ? { description } : {};
  const form = parametersJsonSchema === undefined && parameters !== undefined ? 'parameters' : undefined;
  const fields = without(declaration, 'name', 'parameters', 'parametersJsonSchema', ...Object.keys(worded));
  return {
    name: stringOf(name) ?? 'tool',
    ...worded,
    ...(schema === undefined ? {} : { parameters: schema }),
    ...metadata(GEMINI, { form, fields }),
  };
}

/** A call that waits for its response. This wire may leave ids out: place and name pair them then. */
interface Waiting {
  readonly id: string;
  readonly name: string;
}

const NOBODY: readonly Waiting[] = [];

/** A content as messages, and the calls in it that wait for their responses. */
interface ReadContent {
  readonly messages: readonly Message[];
  readonly waiting: readonly Waiting[];
}

const remembered = remembering<ReadContent>();
const rememberedApart = remembering<ReadContent>();

function* decodeContents(contents: readonly Json[]): Sliced<readonly Message[]> {
  const messages: Message[] = [];
  let waiting = NOBODY;
  let isUsers = false;
  for (const [index, value] of contents.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) yield;
    const behind = waiting;
    const isModels = objectOf(value).role === 'model';
    const isApart = isUsers && !isModels && !hasResponses(value);
    const read = (isApart ? rememberedApart : remembered)(value, behind, () => readContent(value, behind, isApart));
    for (const message of read.messages) messages.push(message);
    waiting = read.waiting;
    isUsers = !isModels;
  }
  return messages;
}

function hasResponses(content: Json): boolean {
  return listOf(objectOf(content).parts).some((part) => objectOf(spelled(part)).functionResponse !== undefined);
}

/** Reads a content; `isApart` where it follows another of the user's. */
function readContent(value: Json, waiting: readonly Waiting[], isApart: boolean): ReadContent {
  const content = objectOf(value);
  if (!isObject(value) || !isList(content.parts) || !['user', 'model', 'function', undefined].includes(content.role as string))
    return { messages: [{ role: 'user', parts: [{ type: 'opaque', dialect: `${GEMINI} content`, value }] }], waiting };
  const ids = callIds();
  const left = [...waiting];
  const parts = content.parts.map((part) => decodeAny(spelled(part), ids, left));
  const called = parts.flatMap((part) => (part.type === 'tool-call' ? [{ id: part.id, name: part.name }] : []));
  return { messages: split(content, parts, isApart), waiting: called.length === 0 ? NOBODY : called };
}

/** Ids for calls of one content that have none: by what they say, so that an answer has the same alone and behind what came before it. */
function callIds(): (said: Json) => string {
  const given = new Map<string, number>();
  return (said) => {
    const name = contentHash(JSON.stringify(said)).slice(0, 12);
    const times = (given.get(name) ?? 0) + 1;
    given.set(name, times);
    return times === 1 ? `call_${name}` : `call_${name}_${times}`;
  };
}

/** A content as messages: the responses in it are a message of their own. */
function split(content: JsonObject, parts: readonly Part[], isApart: boolean): readonly Message[] {
  const fields = without(content, 'role', 'parts');
  if (content.role === 'model') return [{ role: 'assistant', parts, ...metadata(GEMINI, { fields }) }];
  const results = parts.filter((part) => part.type === 'tool-result');
  const others = parts.filter((part) => part.type !== 'tool-result');
  const form = content.role === 'user' ? undefined : (stringOf(content.role) ?? 'absent');
  const tool: readonly Message[] =
    results.length === 0 ? [] : [{ role: 'tool', parts: results, ...metadata(GEMINI, { form, fields }) }];
  if (others.length === 0 && results.length > 0) return tool;
  return [...tool, { role: 'user', parts: others, ...metadata(GEMINI, { form, apart: isApart ? true : undefined, fields }) }];
}

function decodeAny(value: Json, idOf: (said: Json) => string, waiting: Waiting[]): Part {
  const { functionCall: call, functionResponse: response } = objectOf(value);
  if (isObject(call) && typeof call.name === 'string') {
    const own = stringOf(call.id);
    const remembered = {
      id: own === undefined ? undefined : true,
      inner: without(call, 'id', 'name', 'args'),
      fields: without(objectOf(value), 'functionCall'),
    };
    return {
      type: 'tool-call',
      id: own ?? idOf([call.name, call.args ?? {}]),
      name: call.name,
      input: call.args ?? {},
      ...metadata(GEMINI, remembered),
    };
  }
  if (!isObject(response) || typeof response.name !== 'string') return decodePart(value);
  const own = stringOf(response.id);
  const { remembered, ...output } = decodeResponse(response.response);
  return {
    type: 'tool-result',
    id: own ?? answered(waiting, response.name) ?? idOf([response.name]),
    name: response.name,
    ...output,
    ...metadata(GEMINI, {
      ...remembered,
      id: own === undefined ? undefined : true,
      inner: without(response, 'id', 'name', 'response'),
      fields: without(objectOf(value), 'functionResponse'),
    }),
  };
}

function answered(waiting: Waiting[], name: string): string | undefined {
  const at = waiting.findIndex((call) => call.name === name);
  return waiting.splice(at === -1 ? 0 : at, 1)[0]?.id;
}
