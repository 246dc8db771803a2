import type { JsonObject } from '@tenfold/core';
import { type Bill, piecesOf, type Said, sse, type Wire } from './wire.ts';

/** Gemini generateContent. */
export const geminiWire: Wire = {
  dialect: 'gemini',
  matches: (path) => /:(?:streamGenerateContent|generateContent)$/.test(path),
  isStream: (path) => path.endsWith(':streamGenerateContent'),
  model: (path) => /models\/([^:]+):/.exec(path)?.[1] ?? '',
  body: (said, bill) => candidate(partsOf(said), bill, 'STOP'),
  events: (said, bill) => [
    ...(said.thinking === undefined ? [] : [sse(candidate(partsOf({ thinking: said.thinking }), bill))]),
    ...piecesOf(said.text ?? '').map((text) => sse(candidate([{ text }], bill))),
    ...(said.calls === undefined ? [] : [sse(candidate(partsOf({ calls: said.calls }), bill))]),
    sse(candidate([], bill, 'STOP')),
  ],
  refusal: (status, message) => ({
    error: { code: status, message, status: status === 429 ? 'RESOURCE_EXHAUSTED' : 'INVALID_ARGUMENT' },
  }),
  trouble: (message) => sse({ error: { code: 500, message, status: 'INTERNAL' } }),
  tooLong: (tokens, limit) => ({
    status: 400,
    message: `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${limit}).`,
  }),
};

/** Stricter than the API, as some of its models are: a record stands in the user's content beside it. */
export function usersInARow({ contents }: JsonObject): readonly string[] {
  const roles = (contents as readonly { role?: string }[]).map(({ role }) => role);
  return roles.some((role, at) => role === 'user' && roles[at - 1] === 'user')
    ? ['Please ensure that no two user turns follow each other.']
    : [];
}

function partsOf({ text, thinking, calls = [] }: Said): readonly JsonObject[] {
  return [
    ...(thinking === undefined ? [] : [{ text: thinking, thought: true }]),
    ...(text === undefined ? [] : [{ text }]),
    ...calls.map(({ name, input }) => ({ functionCall: { name, args: input }, thoughtSignature: 'c2lnbmVk' })),
  ];
}

function candidate(parts: readonly JsonObject[], { input, output, read }: Bill, finishReason?: string): JsonObject {
  return {
    candidates: [{ content: { role: 'model', parts }, index: 0, ...(finishReason === undefined ? {} : { finishReason }) }],
    usageMetadata: {
      promptTokenCount: input,
      candidatesTokenCount: output,
      totalTokenCount: input + output,
      ...(read === 0 ? {} : { cachedContentTokenCount: read }),
    },
  };
}
