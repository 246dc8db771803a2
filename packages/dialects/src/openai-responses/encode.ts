import type { Frame, Json, JsonObject, Message, Part, ToolCall, ToolDefinition, ToolResult } from '@tenfold/core';
import { encodeArguments } from '../arguments.ts';
import type { Decoded, EncodeOptions } from '../dialect.ts';
import { CONVERSATION_START, inertAttachment, inertOpaque, inertReasoning } from '../inert.ts';
import { fieldsOf, isList, isObject, metadataOf, objectOf, wellFormedBody } from '../json.ts';
import { openAiName } from '../openai-name.ts';
import { repairInSlices } from '../repair.ts';
import { restOf } from '../rest.ts';
import { mapInSlices, type Sliced } from '../slices.ts';
import { openingSystem } from '../system-text.ts';
import { LONGEST_ID, pairClientCalls } from './client-calls.ts';
import { contentOf, encodePart } from './content.ts';
import { continues } from './continues.ts';
import { OPENAI_RESPONSES } from './id.ts';
import { followReasoning } from './reasoning-chain.ts';

/** Ids of calls as this API takes them, once in a conversation. */
const IDS = { max: LONGEST_ID, scope: 'conversation' } as const;

/** A conversation as a responses request, or as a bare list of items where it came as one. */
export function* encodeOpenAiResponses({ frame, messages, rest: given }: Decoded, options: EncodeOptions = {}): Sliced<Json> {
  const rest = restOf(OPENAI_RESPONSES, given);
  const { instructions, opening } = encodeSystem(frame, rest);
  const summaryRole = options.summaryRole === 'user' ? 'user' : opening[0]?.role === 'developer' ? 'developer' : 'system';
  const customs = new Set<string>();
  const isContinued = continues(objectOf(rest.fields));
  const rules = isContinued ? { ...IDS, answersStored: storedAnswers() } : IDS;
  const whole = yield* repairInSlices(messages, rules);
  const said = (yield* mapInSlices(whole, (message) => encodeMessage(message, summaryRole, customs))).flat();
  yield;
  const paired = pairClientCalls(said, isContinued);
  yield;
  const input = [...opening, ...followReasoning(paired)];
  if (rest.bare === true) return yield* wellFormedBody(input);
  const tools = frame.tools === undefined ? {} : { tools: frame.tools.map(encodeTool) };
  return yield* wellFormedBody({ ...objectOf(rest.fields), ...instructions, input: inputOf(input, rest), ...tools });
}

function inputOf(input: readonly JsonObject[], rest: JsonObject): Json {
  const [only] = input;
  if (only === undefined && !continues(objectOf(rest.fields))) return CONVERSATION_START;
  const isString = rest.form === 'string' && input.length === 1 && only?.role === 'user' && typeof only.content === 'string';
  return isString ? (only.content as string) : input;
}

/** Tells results that answer a call the vendor keeps, each call once. */
function storedAnswers(): (result: ToolResult) => boolean {
  const answered = new Set<string>();
  return (result) => {
    const { id } = result;
    if (typeof metadataOf(OPENAI_RESPONSES, result).stored !== 'string') return false;
    return id.length > 0 && id.length <= IDS.max && answered.size < answered.add(id).size;
  };
}

/** System text where it came from, unless it has changed since. */
function encodeSystem(
  frame: Frame,
  rest: JsonObject,
): { readonly instructions: JsonObject; readonly opening: readonly JsonObject[] } {
  if (frame.system === undefined) return { instructions: {}, opening: [] };
  const { taken, text } = openingSystem(isList(rest.system) ? rest.system : [], ['system', 'developer']);
  const said = [rest.instructions, text].filter((words) => words !== undefined).join('\n\n');
  if (said === frame.system)
    return { instructions: rest.instructions === undefined ? {} : { instructions: rest.instructions }, opening: taken };
  if (rest.bare === true) return { instructions: {}, opening: [{ role: 'system', content: frame.system }] };
  return { instructions: { instructions: frame.system }, opening: [] };
}

function encodeTool(tool: ToolDefinition): Json {
  const { raw } = metadataOf(OPENAI_RESPONSES, tool);
  if (raw !== undefined) return raw;
  const description = tool.description === undefined ? {} : { description: tool.description };
  const parameters = tool.parameters === undefined ? {} : { parameters: tool.parameters };
  return { type: 'function', name: openAiName(tool.name), ...description, ...parameters, ...fieldsOf(OPENAI_RESPONSES, tool) };
}

function encodeMessage(message: Message, summaryRole: string, customs: Set<string>): readonly JsonObject[] {
  if (message.role === 'assistant') return encodeAnswer(message, customs);
  if (message.role === 'tool') return message.parts.flatMap((part) => encodeResult(part, customs));
  const { role: remembered, form } = metadataOf(OPENAI_RESPONSES, message);
  const role =
    message.role === 'summary'
      ? summaryRole
      : message.role === 'system' && remembered === 'developer'
        ? 'developer'
        : message.role;
  return [
    { role, content: contentOf(message.parts.flatMap(encodePart), form === 'list'), ...fieldsOf(OPENAI_RESPONSES, message) },
  ];
}

function encodeResult(part: Part, customs: ReadonlySet<string>): readonly JsonObject[] {
  if (part.type !== 'tool-result') return [];
  const content = typeof part.output === 'string' ? part.output : part.output.flatMap(encodePart);
  const { stored } = metadataOf(OPENAI_RESPONSES, part);
  const isCustom = customs.has(part.id) || stored === 'custom_tool_call_output';
  const type = isCustom ? 'custom_tool_call_output' : 'function_call_output';
  return [
    {
      type,
      call_id: part.id,
      output: isList(content) && content.length === 0 ? '' : content,
      ...fieldsOf(OPENAI_RESPONSES, part),
    },
  ];
}

function encodeAnswer(message: Message, customs: Set<string>): readonly JsonObject[] {
  const items: JsonObject[] = [];
  for (const part of message.parts) {
    const { item } = part.type === 'opaque' ? {} : metadataOf(OPENAI_RESPONSES, part);
    const last = items.at(-1);
    const joins = item === 'same' && last !== undefined;
    if (part.type === 'text' && joins && last.role === 'assistant' && isList(last.content)) {
      items[items.length - 1] = { ...last, content: [...last.content, outputPart(part)] };
    } else if (part.type === 'reasoning' && joins && last.type === 'reasoning') {
      items[items.length - 1] = {
        ...last,
        summary: [...(last.summary as readonly Json[]), { type: 'summary_text', text: part.text }],
      };
    } else items.push(encodeSaid(part, customs));
  }
  return items;
}

function outputPart(part: Part & { type: 'text' }): JsonObject {
  const { form } = metadataOf(OPENAI_RESPONSES, part);
  const fields = fieldsOf(OPENAI_RESPONSES, part);
  return form === 'refusal'
    ? { type: 'refusal', refusal: part.text, ...fields }
    : { type: 'output_text', text: part.text, ...fields };
}

function encodeSaid(part: Part, customs: Set<string>): JsonObject {
  switch (part.type) {
    case 'text': {
      const { item, form } = metadataOf(OPENAI_RESPONSES, part);
      if (!isObject(item) || form === 'string') return { role: 'assistant', content: part.text, ...objectOf(item) };
      return { role: 'assistant', content: [outputPart(part)], ...item };
    }
    case 'reasoning': {
      const { item, form } = metadataOf(OPENAI_RESPONSES, part);
      if (!isObject(item)) return { role: 'assistant', content: inertReasoning(part).text };
      return {
        type: 'reasoning',
        summary: form === 'empty' && part.text === '' ? [] : [{ type: 'summary_text', text: part.text }],
        ...item,
      };
    }
    case 'tool-call':
      return encodeCall(part, customs);
    case 'attachment':
      return { role: 'assistant', content: inertAttachment(part).text };
    case 'opaque':
      return encodeOwn(part.dialect, part.value) ?? { role: 'assistant', content: inertOpaque(part).text };
    default:
      return { role: 'assistant', content: '' };
  }
}

function encodeCall(call: ToolCall, customs: Set<string>): JsonObject {
  const fields = fieldsOf(OPENAI_RESPONSES, call);
  const name = openAiName(call.name);
  if (metadataOf(OPENAI_RESPONSES, call).form !== 'custom' || typeof call.input !== 'string') {
    return { type: 'function_call', call_id: call.id, name, arguments: encodeArguments(OPENAI_RESPONSES, call), ...fields };
  }
  customs.add(call.id);
  return { type: 'custom_tool_call', call_id: call.id, name, input: call.input, ...fields };
}

/** Items with rules of their own; an opaque part may not pose as one. */
const RULED = ['message', 'function_call', 'function_call_output', 'custom_tool_call', 'custom_tool_call_output', 'reasoning'];

function encodeOwn(dialect: string, value: Json): JsonObject | undefined {
  if (dialect !== OPENAI_RESPONSES || !isObject(value) || typeof value.type !== 'string') return undefined;
  return RULED.includes(value.type) || value.type.startsWith('input_') ? undefined : value;
}
