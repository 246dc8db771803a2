import type { JsonObject } from '@tenfold/core';
import { isList, isObject, listOf, objectOf, stringOf, wordOf } from '../json.ts';
import { type Refuse, validator } from '../refusal.ts';
import { openingSystem } from '../system-text.ts';
import { pendingApprovals } from './decode.ts';

/** The structural rules of AI SDK model messages, and those the vendors behind it share. */
export type AiSdkRule =
  | 'messages-required'
  | 'role-known'
  | 'content-shape'
  | 'parts-known'
  | 'result-shape'
  | 'system-at-opening'
  | 'calls-answered'
  | 'results-called'
  | 'call-ids-unique';

const MALFORMED = 'A string holds half a surrogate pair; the vendors behind the SDK refuse it.';

/** What the AI SDK would refuse. */
export const validateAiSdk = validator<AiSdkRule>(MALFORMED, (wire, refuse) => {
  const given = isList(wire) ? wire : objectOf(wire).messages;
  if (!isList(given)) refuse('messages-required', 'Invalid prompt: prompt or messages must be defined');
  const messages = listOf(given).map(objectOf);
  for (const message of messages) checkMessage(message, refuse);
  const later = messages.slice(openingSystem(messages, ['system'], stringOf).taken.length);
  if (later.some(({ role, content }) => role === 'system' && typeof content === 'string'))
    refuse(
      'system-at-opening',
      'Invalid prompt: System messages are not allowed in the prompt or messages fields. Use the instructions option instead.',
    );
  checkCalls(messages, refuse);
});

/** Which parts may stand in whose message; system text has none. */
const PARTS: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['system', []],
  ['user', ['text', 'image', 'file']],
  ['assistant', ['text', 'custom', 'file', 'reasoning', 'reasoning-file', 'tool-call', 'tool-result', 'tool-approval-request']],
  ['tool', ['tool-result', 'tool-approval-response']],
]);

function checkMessage(message: JsonObject, refuse: Refuse<AiSdkRule>): void {
  const { role, content } = message;
  const mismatch = (rule: AiSdkRule) => refuse(rule, 'Invalid prompt: The messages do not match the ModelMessage[] schema.');
  const known = PARTS.get(role);
  if (known === undefined) mismatch('role-known');
  const isText = typeof content === 'string' && role !== 'tool';
  if (!isText && !(isList(content) && role !== 'system')) mismatch('content-shape');
  for (const { type, toolName, output } of partsOf(message)) {
    if (known?.includes(wordOf(type)) === false) mismatch('parts-known');
    const isResult = typeof toolName === 'string' && isObject(output) && typeof output.type === 'string';
    if (type === 'tool-result' && !isResult) mismatch('result-shape');
  }
}

function partsOf({ content }: JsonObject): readonly JsonObject[] {
  return listOf(content).map(objectOf);
}

/** Calls are answered before somebody else speaks, and results are of calls right before them. */
function checkCalls(messages: readonly JsonObject[], refuse: Refuse<AiSdkRule>): void {
  const approvals = pendingApprovals(messages);
  const ids: string[] = [];
  const missing: string[] = [];
  /** Calls of the message before, and whether each needs a result. */
  const open = new Map<string, boolean>();
  const close = () => {
    for (const [id, isNeeded] of open) if (isNeeded) missing.push(id);
    open.clear();
  };
  for (const message of messages) {
    const { role } = message;
    if (role !== 'tool') close();
    for (const { type, toolCallId, providerExecuted } of partsOf(message)) {
      const id = wordOf(toolCallId);
      if (type === 'tool-call') ids.push(id);
      if (type === 'tool-call' && role === 'assistant') open.set(id, providerExecuted !== true && !approvals.has(id));
      if (type === 'tool-result' && role === 'tool' && !open.delete(id))
        refuse('results-called', `Tool result ${id} answers no open tool call; the vendors behind the SDK refuse it.`);
    }
  }
  close();
  const [are, s] = missing.length > 1 ? ['s are', 's'] : [' is', ''];
  if (missing.length > 0) refuse('calls-answered', `Tool result${are} missing for tool call${s} ${missing.join(', ')}.`);
  if (new Set(ids).size !== ids.length)
    refuse('call-ids-unique', 'Tool call ids must be unique; the vendors behind the SDK refuse repeated ones.');
}
