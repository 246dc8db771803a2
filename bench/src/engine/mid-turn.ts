import {
  type Conversation,
  conversationOf,
  type Message,
  project,
  rowTokens,
  seamsOf,
  transcriptOf,
} from '../../../packages/core/src/index.ts';
import { count } from './recorded-sessions.ts';

/** A conversation as it stands before the model is asked once more: what it answered last is not there yet. */
export function beforeAnswer(messages: readonly Message[]): readonly Message[] {
  return messages.slice(0, messages.findLastIndex(({ role }) => role !== 'assistant') + 1);
}

/** A conversation of these messages. */
export function conversationFrom(messages: readonly Message[]): Conversation {
  return conversationOf(transcriptOf(messages));
}

/** Tokens nobody may touch: the opening, the request, what is protected, and calls that wait for results. */
export function heldTokens(conversation: Conversation): number {
  const seams = seamsOf(conversation);
  const held = project(conversation).rows.filter((row) => row.kind === 'entry' && seams.fixed(row.index));
  return count.frame(conversation.frame) + held.reduce((sum, row) => sum + rowTokens(row, count), 0);
}
