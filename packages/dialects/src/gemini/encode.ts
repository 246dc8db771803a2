import {
  asJson,
  type Frame,
  type Json,
  type JsonObject,
  type Message,
  type Part,
  type ToolDefinition,
  type ToolResult,
} from '@tenfold/core';
import { ANY_OBJECT } from '../any-object.ts';
import type { Decoded, EncodeOptions } from '../dialect.ts';
import { fieldsOf, isList, metadataOf, objectOf, sameJson, wellFormedBody } from '../json.ts';
import { repairInSlices } from '../repair.ts';
import { restOf } from '../rest.ts';
import { AT_ONCE, type Sliced } from '../slices.ts';
import { systemText } from '../system-text.ts';
import { decodeTools } from './decode.ts';
import { GEMINI } from './id.ts';
import { encodeFile, encodePart, encodeResponse, geminiName } from './part.ts';
import { type Content, shapeContents } from './turns.ts';

/** Any id is taken, and it may come again in a later turn. */
const IDS = { max: Number.POSITIVE_INFINITY, scope: 'turn' } as const;

/** A conversation as a generateContent request, or as a bare list where it came as one. A summary is a text part of a user turn, always. */
export function* encodeGemini({ frame, messages, rest: given }: Decoded, _options: EncodeOptions = {}): Sliced<Json> {
  const rest = restOf(GEMINI, given);
  const fields = objectOf(rest.fields);
  const whole = yield* repairInSlices(messages, IDS);
  const contents = yield* shapeContents(yield* encodeMessages(whole), fields.model);
  if (rest.bare === true) return yield* wellFormedBody(contents);
  return yield* wellFormedBody({ ...fields, ...encodeSystem(frame, rest), ...encodeTools(frame, rest), contents });
}

function encodeSystem(frame: Frame, rest: JsonObject): JsonObject {
  if (frame.system === undefined || frame.system === '')
    return frame.system === '' && rest.systemInstruction !== undefined ? { systemInstruction: rest.systemInstruction } : {};
  const isSame = systemText(objectOf(rest.systemInstruction).parts) === frame.system;
  return { systemInstruction: isSame ? rest.systemInstruction : { parts: [{ text: frame.system }] } };
}

/** Tools as they came, unless they have changed since: this wire groups them in ways a list does not show. */
function encodeTools(frame: Frame, rest: JsonObject): JsonObject {
  if (frame.tools === undefined) return {};
  if (isList(rest.tools) && sameJson(asJson(decodeTools(rest.tools)), asJson(frame.tools))) return { tools: rest.tools };
  const builtIn = frame.tools.flatMap((tool) => metadataOf(GEMINI, tool).raw ?? []);
  const declared = frame.tools.filter((tool) => metadataOf(GEMINI, tool).raw === undefined).map(encodeDeclaration);
  return { tools: [...(declared.length === 0 ? [] : [{ functionDeclarations: declared }]), ...builtIn] };
}

function encodeDeclaration(tool: ToolDefinition): JsonObject {
  const field = metadataOf(GEMINI, tool).form === 'parameters' ? 'parameters' : 'parametersJsonSchema';
  const description = tool.description === undefined ? {} : { description: tool.description };
  return { name: geminiName(tool.name), ...description, [field]: tool.parameters ?? ANY_OBJECT, ...fieldsOf(GEMINI, tool) };
}

function* encodeMessages(messages: readonly Message[]): Sliced<readonly Content[]> {
  const contents: Content[] = [];
  const names = new Map<string, string>();
  // Responses are objects of text: files in them follow all of them.
  let files: JsonObject[] = [];
  const flush = () => {
    if (files.length > 0) contents.push({ role: 'user', parts: files, kind: 'said', fields: {} });
    files = [];
  };
  for (const [at, message] of messages.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) yield;
    for (const part of message.parts) if (part.type === 'tool-call') names.set(part.id, part.name);
    if (message.role !== 'tool') flush();
    else for (const file of message.parts.flatMap(filesOf)) files.push(file);
    contents.push(encodeMessage(message, names));
  }
  flush();
  return contents;
}

function filesOf(part: Part): readonly JsonObject[] {
  if (part.type !== 'tool-result' || typeof part.output === 'string') return [];
  return part.output
    .map((piece) => (piece.type === 'attachment' ? encodeFile(piece) : undefined))
    .filter((file) => file !== undefined);
}

function encodeMessage(message: Message, names: ReadonlyMap<string, string>): Content {
  const { form, apart } = metadataOf(GEMINI, message);
  const fields = fieldsOf(GEMINI, message);
  const role = message.role === 'assistant' ? 'model' : form === 'absent' ? undefined : form === 'function' ? 'function' : 'user';
  if (message.role === 'tool') {
    const parts = message.parts.flatMap((part) => (part.type === 'tool-result' ? [encodeResult(part, names)] : []));
    return { role, parts, kind: 'responses', fields };
  }
  const parts = message.parts.flatMap((part) => encodePart(part, message.role));
  return { role, parts, kind: message.role === 'summary' ? 'record' : apart === true ? 'apart' : 'said', fields };
}

function encodeResult(result: ToolResult, names: ReadonlyMap<string, string>): JsonObject {
  const { id, inner } = metadataOf(GEMINI, result);
  const name = geminiName(names.get(result.id) ?? result.name ?? 'tool');
  return {
    functionResponse: { ...(id === true ? { id: result.id } : {}), name, response: encodeResponse(result), ...objectOf(inner) },
    ...fieldsOf(GEMINI, result),
  };
}
