import type { Frame, Json, JsonObject, Message, Part, Text, ToolCall, ToolDefinition, ToolResult } from '@tenfold/core';
import { encodeArguments } from '../arguments.ts';
import type { Decoded, EncodeOptions } from '../dialect.ts';
import { CONVERSATION_START, inertReasoning } from '../inert.ts';
import { fieldsOf, isList, isObject, metadataOf, objectOf, wellFormedBody } from '../json.ts';
import { openAiName } from '../openai-name.ts';
import { repairInSlices } from '../repair.ts';
import { restOf } from '../rest.ts';
import { AT_ONCE, type Sliced } from '../slices.ts';
import { openingSystem } from '../system-text.ts';
import { encodeFile, encodeOwn, encodeText } from './content.ts';
import { ASSISTANT_FIELDS as FIELDS } from './decode.ts';
import { OPENAI_CHAT } from './id.ts';

/** Ids of calls as this API takes them; one may come again in a later turn. */
const IDS = { max: 40, scope: 'turn' } as const;

/** A conversation as a chat completions request, or as a bare list where it came as one. */
export function* encodeOpenAiChat({ frame, messages, rest: given }: Decoded, options: EncodeOptions = {}): Sliced<Json> {
  const rest = restOf(OPENAI_CHAT, given);
  const opening = encodeSystem(frame, rest);
  const whole = yield* repairInSlices(messages, IDS);
  const list = [...opening, ...(yield* encodeMessages(whole, summaryRole(opening, options)))];
  if (list.length === 0) list.push({ role: 'user', content: CONVERSATION_START });
  if (rest.bare === true) return yield* wellFormedBody(list);
  const tools = frame.tools === undefined ? {} : { tools: frame.tools.map(encodeTool) };
  return yield* wellFormedBody({ ...objectOf(rest.fields), messages: list, ...tools });
}

/** System text in the messages it came as, unless it has changed since. */
function encodeSystem(frame: Frame, rest: JsonObject): JsonObject[] {
  if (frame.system === undefined) return [];
  const { taken, text } = openingSystem(isList(rest.system) ? rest.system : [], ['system', 'developer']);
  return text === frame.system ? [...taken] : [{ role: taken[0]?.role ?? 'system', content: frame.system }];
}

/** A summary speaks with the role the conversation's own system text has. */
function summaryRole(opening: readonly JsonObject[], options: EncodeOptions): string {
  if (options.summaryRole === 'user') return 'user';
  return opening[0]?.role === 'developer' ? 'developer' : 'system';
}

function encodeTool(tool: ToolDefinition): Json {
  const { raw, outer } = metadataOf(OPENAI_CHAT, tool);
  if (raw !== undefined) return raw;
  const description = tool.description === undefined ? {} : { description: tool.description };
  const parameters = tool.parameters === undefined ? {} : { parameters: tool.parameters };
  return {
    type: 'function',
    function: { name: openAiName(tool.name), ...description, ...parameters, ...fieldsOf(OPENAI_CHAT, tool) },
    ...objectOf(outer),
  };
}

function* encodeMessages(messages: readonly Message[], summaryRole: string): Sliced<JsonObject[]> {
  const wire: JsonObject[] = [];
  // Tool messages carry text only: files of results follow as a user's message once all results of the turn are there.
  let files: JsonObject[] = [];
  const flush = () => {
    if (files.length > 0) wire.push({ role: 'user', content: files });
    files = [];
  };
  let legacy: Json | undefined;
  for (const [at, message] of messages.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) yield;
    if (message.role === 'tool') {
      for (const part of message.parts) {
        if (part.type !== 'tool-result') continue;
        wire.push(encodeResult(message, part, isObject(legacy) ? legacy.name : undefined));
        if (typeof part.output !== 'string') for (const file of part.output.flatMap(fileOf)) files.push(file);
      }
      continue;
    }
    flush();
    if (message.role === 'assistant') {
      const answer = encodeAssistant(message);
      legacy = answer.function_call;
      wire.push(answer);
    } else wire.push({ role: roleOf(message, summaryRole), ...encodeSpoken(message) });
  }
  flush();
  return wire;
}

function roleOf(message: Message, summaryRole: string): string {
  if (message.role === 'summary') return summaryRole;
  return message.role === 'system' && metadataOf(OPENAI_CHAT, message).role === 'developer' ? 'developer' : message.role;
}

function fileOf(part: Part): readonly JsonObject[] {
  const file = part.type === 'attachment' ? encodeFile(part) : undefined;
  return file === undefined ? [] : [file];
}

function encodePart(part: Part, role: string): readonly JsonObject[] {
  const value = encodeOwn(part, role) ?? (role === 'user' ? fileOf(part)[0] : undefined) ?? encodeText(part);
  return value === undefined ? [] : [value];
}

function encodeSpoken(message: Message): JsonObject {
  const content = message.parts.flatMap((part) => encodePart(part, message.role));
  return { content: contentOf(content, metadataOf(OPENAI_CHAT, message).form === 'list'), ...fieldsOf(OPENAI_CHAT, message) };
}

/** A list where one is needed or was, else the bare string. This API refuses an empty list, not an empty string. */
function contentOf(content: readonly JsonObject[], list: boolean): Json {
  if (content.length === 0) return '';
  const [first] = content;
  const isPlain = content.length === 1 && first?.type === 'text' && Object.keys(first).length === 2;
  return isPlain && !list ? (first.text as string) : content;
}

function encodeAssistant(message: Message): JsonObject {
  const { form } = metadataOf(OPENAI_CHAT, message);
  const fields = fieldsOf(OPENAI_CHAT, message);
  const own: Record<string, Json> = {};
  const content: JsonObject[] = [];
  const calls: JsonObject[] = [];
  let isLegacy = false;
  for (const part of message.parts) {
    const field = part.type === 'reasoning' || part.type === 'text' ? metadataOf(OPENAI_CHAT, part).form : undefined;
    if (part.type === 'tool-call') {
      isLegacy = calls.length === 0 && metadataOf(OPENAI_CHAT, part).form === 'function_call';
      calls.push(encodeCall(part));
    } else if (typeof field === 'string' && FIELDS.includes(field) && !Object.hasOwn(own, field))
      own[field] = (part as Text).text;
    else content.push(...encodePart(part.type === 'reasoning' ? inertReasoning(part) : part, 'assistant'));
  }
  if (calls.length > 0) Object.assign(own, isLegacy ? { function_call: calls[0]?.function } : { tool_calls: calls });
  const mayBeSilent = calls.length > 0 || Object.hasOwn(own, 'refusal') || isObject(fields.audio);
  if (content.length > 0 || !mayBeSilent) own.content = contentOf(content, form === 'list');
  else if (form !== 'absent') own.content = null;
  return { role: 'assistant', ...own, ...fields };
}

function encodeResult(message: Message, result: ToolResult, legacyName: Json | undefined): JsonObject {
  const fields = fieldsOf(OPENAI_CHAT, message);
  const content =
    typeof result.output === 'string'
      ? result.output
      : contentOf(
          result.output.flatMap((part) => encodePart(part, 'tool')),
          true,
        );
  if (legacyName !== undefined) return { role: 'function', name: legacyName, content, ...fields };
  return { role: 'tool', tool_call_id: result.id, content, ...fields };
}

/** A call as an item of `tool_calls`. */
function encodeCall(call: ToolCall): JsonObject {
  const { form, inner } = metadataOf(OPENAI_CHAT, call);
  const fields = fieldsOf(OPENAI_CHAT, call);
  const name = openAiName(call.name);
  if (form === 'custom' && typeof call.input === 'string')
    return { id: call.id, type: 'custom', custom: { name, input: call.input }, ...fields };
  return {
    id: call.id,
    type: 'function',
    function: { name, arguments: encodeArguments(OPENAI_CHAT, call), ...objectOf(inner) },
    ...fields,
  };
}
