import type { JsonObject } from '@tenfold/core';
import { isList, isObject, listOf, objectOf, wordOf } from '../json.ts';
import { type Refuse, validator } from '../refusal.ts';

/** What a line must be to be a conversation any API could be sent. */
export type JsonlRule = 'messages-missing' | 'role-known' | 'calls-answered' | 'results-called' | 'call-ids-unique';

const ROLES = ['system', 'user', 'assistant', 'tool'];

/** What is wrong with a line. */
export const validateJsonl = validator<JsonlRule>('a string holds half a surrogate pair', (wire, refuse) => {
  const messages = isList(wire) ? wire : objectOf(wire).messages;
  if (!isList(messages)) refuse('messages-missing', 'a conversation needs a list of messages');
  let open: Transaction = { calls: [], results: [] };
  for (const [index, message] of listOf(messages).entries()) {
    const { role, content } = objectOf(message);
    if (!ROLES.includes(wordOf(role))) refuse('role-known', `messages[${index}]: role must be one of ${ROLES.join(', ')}`);
    const parts = listOf(content).filter(isObject);
    const results = idsOf(parts, 'tool_result');
    if (role === 'tool') for (const result of results) open.results.push(result);
    else {
      checkTransaction(open, refuse);
      open = { calls: idsOf(parts, 'tool_call'), results };
    }
  }
  checkTransaction(open, refuse);
});

function idsOf(parts: readonly JsonObject[], type: string): string[] {
  return parts.filter((part) => part.type === type).map((part) => wordOf(part.id));
}

/** The calls of one assistant message and the results of the tool messages right after it. */
interface Transaction {
  readonly calls: readonly string[];
  readonly results: string[];
}

function checkTransaction({ calls, results }: Transaction, refuse: Refuse<JsonlRule>): void {
  const called = new Set(calls);
  const answered = new Set(results);
  for (const id of calls) if (!answered.has(id)) refuse('calls-answered', `tool_call ${id} has no tool_result right after it`);
  for (const id of results) if (!called.has(id)) refuse('results-called', `tool_result ${id} has no tool_call right before it`);
  if (called.size !== calls.length) refuse('call-ids-unique', `tool_call ids must differ in one message: ${calls.join(', ')}`);
}
