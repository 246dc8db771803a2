import { SessionError } from '../session-error.ts';
import type { TurnInLine } from './turn-in-line.ts';

/** Messages that wait in one session, and letters of theirs behind which no other is taken: all are read whenever one comes or goes. */
const MOST_WAITING = 100;
const MOST_LETTERS_WAITING = 8 * 2 ** 20;
/** Letters that all turns of one person hold, under way or waiting: twice the longest message. */
const MOST_LETTERS_HELD = 64 * 2 ** 20;

/** Refuses a message where its sender's others, which nobody has answered yet, are all that is kept in memory for one person. */
export function refuseCrowd(
  { letters }: TurnInLine,
  { line, all }: { readonly line: readonly TurnInLine[]; readonly all: readonly TurnInLine[] },
): void {
  const waiting = line.slice(1);
  const held = lettersOf(all);
  if (
    waiting.length < MOST_WAITING &&
    lettersOf(waiting) < MOST_LETTERS_WAITING &&
    (held === 0 || held + letters <= MOST_LETTERS_HELD)
  )
    return;
  const why = waiting.length < MOST_WAITING ? 'come to as much as is held for one person' : 'are as many as may wait here';
  throw new SessionError('rate-limited', `Your messages that are not answered yet ${why}.`, {
    kept: 'This one was not stored.',
    todo: 'Wait until one is answered, or take one back, and send it again.',
  });
}

function lettersOf(turns: readonly TurnInLine[]): number {
  return turns.reduce((sum, { letters }) => sum + letters, 0);
}
