import type { Counter } from './counter.ts';
import type { Message } from './message.ts';
import type { Row, View } from './view.ts';

/** The messages a view sends, in order. Stand-ins have the role `summary`; a dialect places them on its wire. */
export function render(view: View): readonly Message[] {
  const messages: Message[] = [];
  for (const { message } of view.rows) if (message !== null) messages.push(message);
  return messages;
}

/** Tokens of a whole request: frame and view. */
export function tokensOf(view: View, count: Counter): number {
  let total = count.frame(view.frame);
  for (const row of view.rows) total += rowTokens(row, count);
  return total;
}

/** Tokens of one row; what a dry run has not got an answer for weighs what is expected. */
export function rowTokens(row: Row, count: Counter): number {
  if (row.message === null) return 0;
  if (row.kind === 'stand-in') return row.fold.estimated ? row.fold.after : count.message(row.message);
  const rendered = count.message(row.message);
  let expected = 0;
  for (const fold of row.folds) if (fold.estimated) expected += fold.after;
  return rendered + expected;
}

/** Tokens of one part of a message. A message of one part is counted already, so this is free for most. */
export function partTokens(message: Message, index: number, count: Counter): number {
  const { role, parts } = message;
  const whole = parts.length === 1 && message.extra === undefined ? message : { role, parts: parts.slice(index, index + 1) };
  return count.message(whole) - count.message(EMPTY[role]);
}

/** Kept, so that what surrounds a part is counted once. */
const EMPTY: Readonly<Record<Message['role'], Message>> = {
  system: { role: 'system', parts: [] },
  user: { role: 'user', parts: [] },
  assistant: { role: 'assistant', parts: [] },
  tool: { role: 'tool', parts: [] },
  summary: { role: 'summary', parts: [] },
};
