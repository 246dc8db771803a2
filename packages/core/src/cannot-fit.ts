import { formatCount } from './counted.ts';
import type { EntryId } from './transcript.ts';

/** Even the floor could not make the request fit: what is protected, or the open turn itself, is too much. */
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
      `The request needs ${formatCount(tokens)} tokens and only ${formatCount(room)} fit. All that may be folded is folded; ` +
        `what is left is held: ${heaviest.join(', ') || 'system text and tools'}. Nothing was lost. Unprotect or shorten one of these, or choose a model with a larger window.`,
    );
    this.tokens = tokens;
    this.room = room;
    this.held = held;
  }
}

/** An entry that may not be folded, and why. */
export interface Held {
  readonly entry: EntryId;
  readonly index: number;
  readonly tokens: number;
  readonly why: 'protected' | 'open turn';
}
