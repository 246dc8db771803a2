import type { Json, JsonObject } from '@tenfold/core';
import { isList, isObject, listOf, objectOf, wordOf } from '../json.ts';
import { type Rule, validator, wellFormedRule } from '../refusal.ts';

interface Line {
  readonly wire: Json;
  readonly messages: readonly Json[] | undefined;
  readonly transactions: readonly Transaction[];
}

/** The calls of one assistant message and the results of the tool messages right after it. */
interface Transaction {
  readonly calls: string[];
  readonly results: string[];
}

function read(wire: Json): Line {
  const list = isList(wire) ? wire : objectOf(wire).messages;
  const messages = isList(list) ? list : undefined;
  const transactions: Transaction[] = [{ calls: [], results: [] }];
  for (const message of messages ?? []) {
    const { role, content } = objectOf(message);
    const parts = listOf(content).filter(isObject);
    if (role !== 'tool') transactions.push({ calls: idsOf(parts, 'tool_call'), results: idsOf(parts, 'tool_result') });
    else transactions.at(-1)?.results.push(...idsOf(parts, 'tool_result'));
  }
  return { wire, messages, transactions };
}

function idsOf(parts: readonly JsonObject[], type: string): string[] {
  return parts.filter((part) => part.type === type).map((part) => wordOf(part.id));
}

const ROLES = ['system', 'user', 'assistant', 'tool'];

/** What a line must be to be a conversation any API could be sent. */
export const JSONL_RULES: readonly Rule<Line>[] = [
  {
    id: 'messages-missing',
    check: ({ messages }) => (messages === undefined ? ['a conversation needs a list of messages'] : []),
  },
  {
    id: 'role-known',
    check: ({ messages }) =>
      (messages ?? []).flatMap((message, index) => {
        const { role } = objectOf(message);
        return typeof role === 'string' && ROLES.includes(role)
          ? []
          : [`messages[${index}]: role must be one of ${ROLES.join(', ')}`];
      }),
  },
  {
    id: 'calls-answered',
    check: ({ transactions }) =>
      transactions.flatMap(({ calls, results }) =>
        missingFrom(calls, results).map((id) => `tool_call ${id} has no tool_result right after it`),
      ),
  },
  {
    id: 'results-called',
    check: ({ transactions }) =>
      transactions.flatMap(({ calls, results }) =>
        missingFrom(results, calls).map((id) => `tool_result ${id} has no tool_call right before it`),
      ),
  },
  {
    id: 'call-ids-unique',
    check: ({ transactions }) =>
      transactions.flatMap(({ calls }) =>
        new Set(calls).size === calls.length ? [] : [`tool_call ids must differ in one message: ${calls.join(', ')}`],
      ),
  },
  wellFormedRule('a string holds half a surrogate pair'),
];

function missingFrom(ids: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return ids.filter((id) => !known.has(id));
}

/** What is wrong with a line. */
export const validateJsonl = validator(read, JSONL_RULES);
