import type { Outcome } from './item.ts';
import type { Voice } from './passage.ts';

/** What a unit is, as far as its form tells. */
export type UnitKind = 'order' | 'wish' | 'request' | 'decision' | 'reason' | 'question' | 'error' | 'command' | 'fact';

/** A sentence, log line, argument, cell or field that may be carried over, word for word. */
export interface Unit {
  readonly kind: UnitKind;
  readonly text: string;
  /** Who says it; `code` for lines of programs, whoever shows them. */
  readonly voice: Voice | 'code';
  /** Passage it comes from, and its place in it. */
  readonly passage: number;
  readonly place: number;
  /** How often somebody said it, in the same words. */
  readonly times: number;
  /** For commands alone. */
  readonly outcome?: Outcome;
  /** False where nobody can tell that a person said it. */
  readonly byPerson?: boolean;
  /** One of the clauses of a sentence, or all of it. */
  readonly clause?: boolean;
  /** Of an earlier record: the heading it stood under. */
  readonly heading?: string;
}
