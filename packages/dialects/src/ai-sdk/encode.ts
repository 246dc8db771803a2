import type { Frame, Json, JsonObject, Message, Part } from '@tenfold/core';
import type { Decoded, EncodeOptions } from '../dialect.ts';
import { inertAttachment, inertOpaque, inertReasoning, inertSystem } from '../inert.ts';
import { isList, isObject, metadataOf, objectOf, stringOf, wellFormed, wellFormedBody, wordOf } from '../json.ts';
import { type RepairRules, repairInSlices } from '../repair.ts';
import { restOf } from '../rest.ts';
import { mapInSlices, type Sliced } from '../slices.ts';
import { openingSystem } from '../system-text.ts';
import { instructionsText } from './decode.ts';
import { encodeFile } from './file.ts';
import { AI_SDK } from './id.ts';
import { encodeOutput } from './output.ts';

/** Any id is taken, once in a conversation: the vendors behind the SDK want that. */
const IDS: RepairRules = {
  max: Number.POSITIVE_INFINITY,
  scope: 'conversation',
  amongResults: (part) => encodeOwn(part.value, part.dialect, 'tool', new Set()) !== undefined,
};

/**
 * A conversation as `{ instructions, messages }`, or as a bare list where it came as one. A summary is a text part of a user message,
 * always: the SDK refuses system messages in place. Tools are left out, since on this wire they are functions, not data.
 */
export function* encodeAiSdk({ frame, messages, rest: given }: Decoded, _options: EncodeOptions = {}): Sliced<Json> {
  const rest = restOf(AI_SDK, given);
  const names = new Map<string, string>();
  const { head, opening } = encodeSystem(frame, rest);
  const whole = yield* repairInSlices(messages, IDS);
  const list = [...opening, ...(yield* mapInSlices(whole, (message) => encodeMessage(message, names)))];
  return yield* wellFormedBody(rest.bare === true ? list : { ...objectOf(rest.fields), ...head, messages: list });
}

/** Messages that are whole, as `sendable` leaves them: one model message each. */
export function encodeModelMessages(messages: readonly Message[]): readonly JsonObject[] {
  const names = new Map<string, string>();
  const encoded: JsonObject[] = [];
  for (const message of messages) encoded.push(wellFormed(encodeMessage(message, names)));
  return encoded;
}

/** System text where it came from, unless it has changed since. */
function encodeSystem(frame: Frame, rest: JsonObject): { readonly head: JsonObject; readonly opening: readonly JsonObject[] } {
  if (frame.system === undefined) return { head: {}, opening: [] };
  const { field, value } = objectOf(rest.instructions);
  const { taken, text } = openingSystem(isList(rest.system) ? rest.system : [], ['system'], stringOf);
  const said = [instructionsText(value), text].filter((words) => words !== undefined).join('\n\n');
  if (said === frame.system)
    return { head: value === undefined ? {} : { [stringOf(field) ?? 'instructions']: value }, opening: taken };
  if (rest.bare === true) return { head: {}, opening: [{ role: 'system', content: frame.system }] };
  return { head: { [stringOf(field) ?? 'instructions']: frame.system }, opening: [] };
}

function encodeMessage(message: Message, names: Map<string, string>): JsonObject {
  const role = message.role === 'assistant' || message.role === 'tool' ? message.role : 'user';
  const content: JsonObject[] = [];
  for (const part of message.parts) content.push(encodePart(part, message, names));
  const [only] = content;
  const { form, fields } = metadataOf(AI_SDK, message);
  const isBare = content.length === 1 && only?.type === 'text' && Object.keys(only).length === 2;
  const isString = isBare && message.role !== 'summary' && (role === 'user' ? form !== 'list' : form === 'string');
  return { role, content: isString && role !== 'tool' ? (only.text as string) : content, ...objectOf(fields) };
}

function approvalsIn({ parts }: Message): ReadonlySet<string> {
  return new Set(parts.flatMap((part) => (isApprovalRequest(part) ? [wordOf(part.value.toolCallId)] : [])));
}

function isApprovalRequest(part: Part): part is Part & { value: JsonObject } {
  return part.type === 'opaque' && part.dialect === AI_SDK && isObject(part.value) && part.value.type === 'tool-approval-request';
}

function encodePart(part: Part, message: Message, names: Map<string, string>): JsonObject {
  const { role } = message;
  const { form, fields: seen } = part.type === 'opaque' ? {} : metadataOf(AI_SDK, part);
  const fields = objectOf(seen);
  switch (part.type) {
    case 'text':
      return { type: 'text', text: role === 'system' ? inertSystem(part.text).text : part.text, ...fields };
    case 'reasoning':
      return role === 'assistant' ? { type: 'reasoning', text: part.text, ...fields } : { ...inertReasoning(part) };
    case 'attachment':
      return encodeFile(part) ?? { ...inertAttachment(part) };
    case 'opaque':
      return encodeOwn(part.value, part.dialect, role, approvalsIn(message)) ?? { ...inertOpaque(part) };
    case 'tool-call': {
      names.set(part.id, part.name);
      const input = form === 'bare' || isObject(part.input) ? part.input : { input: part.input };
      return { type: 'tool-call', toolCallId: part.id, toolName: part.name, input, ...fields };
    }
    case 'tool-result': {
      const toolName = part.name ?? names.get(part.id) ?? 'tool';
      return { type: 'tool-result', toolCallId: part.id, toolName, output: encodeOutput(part), ...fields };
    }
  }
}

/** Parts of the SDK that are passed through, by who may say them. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  assistant: ['file', 'custom', 'reasoning-file', 'tool-approval-request'],
  user: ['file', 'image'],
  tool: ['tool-approval-response'],
};

/** An opaque part of this dialect as it came; calls and results only when the vendor ran them itself or a person must still approve. */
function encodeOwn(value: Json, dialect: string, role: string, approvals: ReadonlySet<string>): JsonObject | undefined {
  if (dialect !== AI_SDK || !isObject(value)) return undefined;
  const type = wordOf(value.type);
  if (OWN[role]?.includes(type)) return value;
  if (role !== 'assistant' || typeof value.toolCallId !== 'string') return undefined;
  if (type === 'tool-result') return value;
  return type === 'tool-call' && (value.providerExecuted === true || approvals.has(value.toolCallId)) ? value : undefined;
}
