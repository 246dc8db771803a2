import type { Json, JsonObject } from '@tenfold/core';
import { isList, isObject, listOf, objectOf, stringOf, wordOf } from '../json.ts';
import { type Rule, validator, wellFormedRule } from '../refusal.ts';
import { openingSystem } from '../system-text.ts';
import { pendingApprovals } from './decode.ts';

interface ModelMessages {
  readonly wire: Json;
  readonly messages: readonly JsonObject[] | undefined;
}

function read(wire: Json): ModelMessages {
  const list = isList(wire) ? wire : objectOf(wire).messages;
  return { wire, messages: isList(list) ? list.map(objectOf) : undefined };
}

type SdkRule = Rule<ModelMessages>;

const MISMATCH = 'Invalid prompt: The messages do not match the ModelMessage[] schema.';

function partsOf(message: JsonObject): readonly JsonObject[] {
  return listOf(message.content).map(objectOf);
}

/** Which parts may stand in whose message. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  user: ['text', 'image', 'file'],
  assistant: ['text', 'custom', 'file', 'reasoning', 'reasoning-file', 'tool-call', 'tool-result', 'tool-approval-request'],
  tool: ['tool-result', 'tool-approval-response'],
};

/** Calls left open when somebody else speaks, or at the end. */
function unanswered(messages: readonly JsonObject[]): readonly string[] {
  const approvals = pendingApprovals(messages);
  const open = new Set<string>();
  const missing: string[] = [];
  const close = () => {
    missing.push(...open);
    open.clear();
  };
  for (const message of messages) {
    if (message.role !== 'tool') close();
    for (const { type, toolCallId, providerExecuted } of partsOf(message)) {
      if (message.role === 'tool' && type === 'tool-result') open.delete(wordOf(toolCallId));
      if (message.role === 'assistant' && type === 'tool-call' && providerExecuted !== true && !approvals.has(wordOf(toolCallId)))
        open.add(wordOf(toolCallId));
    }
  }
  close();
  return missing;
}

/** The structural rules of AI SDK model messages, and those the vendors behind it share. */
export const AI_SDK_RULES: readonly SdkRule[] = [
  {
    id: 'messages-required',
    check: ({ messages }) => (messages === undefined ? ['Invalid prompt: prompt or messages must be defined'] : []),
  },
  {
    id: 'role-known',
    check: ({ messages = [] }) =>
      messages.every(({ role }) => ['system', 'user', 'assistant', 'tool'].includes(wordOf(role))) ? [] : [MISMATCH],
  },
  {
    id: 'content-shape',
    check: ({ messages = [] }) =>
      messages.every(({ role, content }) =>
        role === 'tool'
          ? isList(content)
          : role === 'system'
            ? typeof content === 'string'
            : typeof content === 'string' || isList(content),
      )
        ? []
        : [MISMATCH],
  },
  {
    id: 'parts-known',
    check: ({ messages = [] }) =>
      messages.every((message) => {
        const known = Object.hasOwn(PARTS, wordOf(message.role)) ? PARTS[wordOf(message.role)] : undefined;
        return known === undefined || partsOf(message).every(({ type }) => known.includes(wordOf(type)));
      })
        ? []
        : [MISMATCH],
  },
  {
    id: 'result-shape',
    check: ({ messages = [] }) =>
      messages.every((message) =>
        partsOf(message).every(
          ({ type, toolName, output }) =>
            type !== 'tool-result' || (typeof toolName === 'string' && isObject(output) && typeof output.type === 'string'),
        ),
      )
        ? []
        : [MISMATCH],
  },
  {
    id: 'system-at-opening',
    check: ({ messages = [] }) =>
      messages
        .slice(openingSystem(messages, ['system'], stringOf).taken.length)
        .some(({ role, content }) => role === 'system' && typeof content === 'string')
        ? [
            'Invalid prompt: System messages are not allowed in the prompt or messages fields. Use the instructions option instead.',
          ]
        : [],
  },
  {
    id: 'calls-answered',
    check: ({ messages = [] }) => {
      const ids = unanswered(messages);
      if (ids.length === 0) return [];
      return [
        `Tool result${ids.length > 1 ? 's are' : ' is'} missing for tool call${ids.length > 1 ? 's' : ''} ${ids.join(', ')}.`,
      ];
    },
  },
  {
    id: 'results-called',
    check: ({ messages = [] }) => {
      let open = new Set<string>();
      return messages.flatMap((message) => {
        if (message.role !== 'tool') {
          open = new Set(
            message.role === 'assistant'
              ? partsOf(message).flatMap(({ type, toolCallId }) => (type === 'tool-call' ? [wordOf(toolCallId)] : []))
              : [],
          );
          return [];
        }
        const stray = partsOf(message).find(({ type, toolCallId }) => type === 'tool-result' && !open.delete(wordOf(toolCallId)));
        return stray === undefined
          ? []
          : [`Tool result ${wordOf(stray.toolCallId)} answers no open tool call; the vendors behind the SDK refuse it.`];
      });
    },
  },
  {
    id: 'call-ids-unique',
    check: ({ messages = [] }) => {
      const ids = messages.flatMap((message) =>
        partsOf(message).flatMap(({ type, toolCallId }) => (type === 'tool-call' ? [wordOf(toolCallId)] : [])),
      );
      return new Set(ids).size === ids.length
        ? []
        : ['Tool call ids must be unique; the vendors behind the SDK refuse repeated ones.'];
    },
  },
  wellFormedRule('A string holds half a surrogate pair; the vendors behind the SDK refuse it.'),
];

/** What the AI SDK would refuse. */
export const validateAiSdk = validator(read, AI_SDK_RULES);
