import type { Frame, Json, JsonObject, Message, Part, ToolDefinition, ToolResult } from '@tenfold/core';
import { ANY_OBJECT } from '../any-object.ts';
import { inputObject } from '../arguments.ts';
import type { Decoded, EncodeOptions } from '../dialect.ts';
import { EMPTY_RESULT, inertAttachment, inertOpaque, inertReasoning, inertSystem, textPart } from '../inert.ts';
import { fieldsOf, isList, isObject, metadataOf, objectOf, wellFormedBody, wordOf } from '../json.ts';
import { repairInSlices } from '../repair.ts';
import { restOf } from '../rest.ts';
import { isSaid } from '../sendable.ts';
import { mapInSlices, type Sliced } from '../slices.ts';
import { systemText } from '../system-text.ts';
import { wireName } from '../wire-id.ts';
import { encodeFile, encodeOwn, encodeThought } from './block.ts';
import { keepCacheMarks } from './cache-marks.ts';
import { ANTHROPIC } from './id.ts';
import { readAnthropic } from './request.ts';
import { lacksThinking, shapeTurns, type Turn } from './turns.ts';

/** Ids of calls as this API takes them, once in a conversation. */
const IDS = { refused: /[^a-zA-Z0-9_-]/g, max: 64, scope: 'conversation' } as const;

/** Stands for tools used earlier: this API refuses tool blocks in a request that declares no tool. */
const EARLIER_TOOL = {
  name: 'earlier_tool',
  description: 'Stands for tools used earlier in this record. Not available; do not call it.',
  input_schema: ANY_OBJECT,
};

/** A conversation as a messages request, or as a bare list where it came as one. A summary is a text block of a user turn, always. */
export function* encodeAnthropic({ frame, messages, rest: given }: Decoded, _options: EncodeOptions = {}): Sliced<Json> {
  const rest = restOf(ANTHROPIC, given);
  const fields = objectOf(rest.fields);
  const turns = yield* mapInSlices(yield* repairInSlices(messages, IDS), encodeMessage);
  const wireMessages = yield* shapeTurns(turns, fields.model);
  yield;
  if (rest.bare === true) return yield* wellFormedBody(keepCacheMarks({ messages: wireMessages }).messages as Json);
  // A loop begun without thinking goes on without: the API would refuse it otherwise.
  const { thinking: _dropped, ...without } = fields;
  const newest = wireMessages.slice(wireMessages.findLastIndex(({ role }) => role === 'assistant'));
  const asked = lacksThinking(fields, readAnthropic(newest as Json).turns) ? without : fields;
  return yield* wellFormedBody(
    keepCacheMarks({ ...asked, ...encodeSystem(frame, rest), ...encodeTools(frame, turns), messages: wireMessages }),
  );
}

/** System text in the blocks it came as, unless it has changed since. */
function encodeSystem(frame: Frame, rest: JsonObject): JsonObject {
  if (frame.system === undefined) return {};
  return {
    system: isList(rest.systemBlocks) && systemText(rest.systemBlocks) === frame.system ? rest.systemBlocks : frame.system,
  };
}

function encodeTools(frame: Frame, turns: readonly Turn[]): JsonObject {
  const tools = frame.tools?.map(encodeTool);
  const isUsed = () => turns.some(({ blocks }) => blocks.some(({ type }) => type === 'tool_use' || type === 'tool_result'));
  if ((tools === undefined || tools.length === 0) && isUsed()) return { tools: [EARLIER_TOOL] };
  return tools === undefined ? {} : { tools };
}

function encodeTool(tool: ToolDefinition): Json {
  const { raw } = metadataOf(ANTHROPIC, tool);
  if (raw !== undefined) return raw;
  const description = tool.description === undefined ? {} : { description: tool.description };
  const schema = isObject(tool.parameters) ? tool.parameters : ANY_OBJECT;
  return {
    name: wireName(tool.name, /[^a-zA-Z0-9_-]/g, 128),
    ...description,
    input_schema: schema,
    ...fieldsOf(ANTHROPIC, tool),
  };
}

function encodeMessage(message: Message): Turn {
  const { form, turn } = metadataOf(ANTHROPIC, message);
  const isSystem = message.role === 'system' && turn === 'system';
  const role = message.role === 'assistant' ? 'assistant' : isSystem ? 'system' : 'user';
  const blocks = message.parts
    .flatMap((part) => encodePart(part, isSystem ? 'user' : message.role))
    .filter((block) => block.type !== 'text' || isSaid(textPart(wordOf(block.text))));
  const isBare = blocks.length === 1 && blocks[0]?.type === 'text' && Object.keys(blocks[0]).length === 2;
  const isString = isBare && message.role !== 'summary' && (role === 'assistant' ? form === 'string' : form !== 'list');
  return { role, blocks, isString, fields: fieldsOf(ANTHROPIC, message) };
}

function encodePart(part: Part, role: Message['role']): readonly JsonObject[] {
  switch (part.type) {
    case 'text':
      return [{ type: 'text', text: role === 'system' ? inertSystem(part.text).text : part.text, ...fieldsOf(ANTHROPIC, part) }];
    case 'reasoning':
      return [encodeThought(part) ?? { ...inertReasoning(part) }];
    case 'attachment':
      return [(role === 'assistant' ? undefined : encodeFile(part)) ?? { ...inertAttachment(part) }];
    case 'opaque':
      return [encodeOwn(part, role) ?? { ...inertOpaque(part) }];
    case 'tool-call':
      return [
        { type: 'tool_use', id: part.id, name: toolName(part.name), input: inputObject(part), ...fieldsOf(ANTHROPIC, part) },
      ];
    case 'tool-result':
      return [encodeResult(part)];
  }
}

/** A name in history may be anything that is not too long; a declared one is stricter. */
function toolName(name: string): string {
  return name.length >= 1 && name.length <= 200 ? name : wireName(name, /[^a-zA-Z0-9_-]/g, 128);
}

function encodeResult(result: ToolResult): JsonObject {
  const isError = result.isError === undefined ? {} : { is_error: result.isError };
  const head = { type: 'tool_result', tool_use_id: result.id, ...isError, ...fieldsOf(ANTHROPIC, result) };
  if (result.output === '' && !result.isError && metadataOf(ANTHROPIC, result).form === 'absent') return head;
  if (typeof result.output === 'string')
    return { ...head, content: result.output === '' && result.isError ? EMPTY_RESULT : result.output };
  const blocks = result.output
    .flatMap((part) => encodePart(part, 'tool'))
    .filter((block) => block.type !== 'text' || block.text !== '');
  return { ...head, content: blocks.length === 0 && result.isError ? EMPTY_RESULT : blocks };
}
