import type { Conversation } from '../conversation.ts';
import { conversationOf } from '../conversation.ts';
import type { Fold, FoldKind, Target } from '../fold.ts';
import { type Json, type Message, textMessage } from '../message.ts';
import { transcriptOf } from '../transcript.ts';

/** Messages in short, for tests of single functions: `user('hi')`, `call('a')`, `result('a', 'text')`. */
export const user = (text: string): Message => textMessage('user', text);
export const assistant = (text: string): Message => textMessage('assistant', text);
export const thinking = (text: string): Message => ({ role: 'assistant', parts: [{ type: 'reasoning', text }] });
export const call = (id: string, input: Json = { path: id }): Message => ({
  role: 'assistant',
  parts: [{ type: 'tool-call', id, name: 'read', input }],
});
export const result = (id: string, output = `text of ${id}`): Message => ({
  role: 'tool',
  parts: [{ type: 'tool-result', id, name: 'read', output }],
});

/** A conversation of these messages. */
export function talk(...messages: readonly Message[]): Conversation {
  return conversationOf(transcriptOf(messages));
}

/** A fold over entries `from` to `to`, by position. */
export function spanFold(conversation: Conversation, from: number, to: number, more: Partial<Fold> = {}): Fold {
  const target = { kind: 'span', from: idOf(conversation, from), to: idOf(conversation, to) } as const;
  return foldOn(target, 'summary', { id: `span-${from}-${to}`, text: `What happened from ${from} to ${to}.`, ...more });
}

/** A fold on the part `index` of the entry at a position. */
export function partFold(conversation: Conversation, entry: number, index = 0, more: Partial<Fold> = {}): Fold {
  const target = { kind: 'part', entry: idOf(conversation, entry), index } as const;
  return foldOn(target, 'truncation', { id: `part-${entry}-${index}`, text: 'cut', ...more });
}

/** The conversation with more folds on top. */
export function withFolds(conversation: Conversation, ...folds: readonly Fold[]): Conversation {
  return { ...conversation, folds: [...conversation.folds, ...folds] };
}

function foldOn(target: Target, kind: FoldKind, more: Partial<Fold>): Fold {
  return { id: 'fold', run: 'run', target, kind, lossless: false, text: '', by: 'test', before: 10, after: 1, ...more };
}

/** The id of the entry at a position. */
export function idOf({ transcript }: Conversation, index: number): string {
  return transcript[index]?.id ?? '';
}
