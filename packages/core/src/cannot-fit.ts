import { formatCount } from './counted.ts';
import type { EntryId } from './transcript.ts';

/** Even the floor could not make the request fit: what nobody may touch is too much. */
export class CannotFit extends Error {
  override readonly name = 'CannotFit';
  readonly tokens: number;
  readonly room: number;
  /** Entries that may not be folded, with what they weigh, heaviest first. */
  readonly held: readonly Held[];
  constructor(tokens: number, room: number, held: readonly Held[]) {
    const heaviest = held
      .slice(0, 3)
      .map(({ index, why, tokens }) => `message ${index + 1} (${why}, ${formatCount(tokens)} tokens)`);
    super(
      `The request needs ${formatCount(tokens)} tokens and only ${formatCount(room)} fit. All that may be condensed is condensed; ` +
        `what is left is held: ${heaviest.join(', ') || 'system text and tools'}. Nothing was lost. ${adviceFor(held)}`,
    );
    this.tokens = tokens;
    this.room = room;
    this.held = held;
  }
}

/** What can be done about what is held: nobody can unprotect the opening, but it can be said anew in fewer words. */
function adviceFor([heaviest]: readonly Held[]): string {
  const other = 'or choose a model with a larger window.';
  if (heaviest?.why === 'opening')
    return `How a conversation opens is never condensed: edit it and send it again shorter, ${other}`;
  return `Unprotect or shorten one of these, ${other}`;
}

/** An entry that may not be folded, and why. */
export interface Held {
  readonly entry: EntryId;
  readonly index: number;
  readonly tokens: number;
  readonly why: 'opening' | 'protected' | 'request' | 'unanswered call';
}
