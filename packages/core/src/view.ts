import type { Fold, Span } from './fold.ts';
import type { Frame, Message } from './message.ts';
import type { Entry, Transcript } from './transcript.ts';

/** An entry that is shown, as it is or with folds on some of its parts. */
export interface EntryRow {
  readonly kind: 'entry';
  /** Position in the transcript. */
  readonly index: number;
  readonly entry: Entry;
  /** What is rendered: the entry's own message, the same object, when nothing is folded in it. */
  readonly message: Message;
  /** Top fold that applies to each folded part; empty for most entries. */
  readonly folds: readonly Fold[];
}

/** A stand-in for whole entries. */
export interface StandInRow {
  readonly kind: 'stand-in';
  /** Position of the first entry it really covers: it stands there. */
  readonly index: number;
  readonly fold: Fold;
  /** First and last position of its target. */
  readonly from: number;
  readonly to: number;
  /** What is rendered; null for the members of a group whose text stands at another. */
  readonly message: Message | null;
  /** The fold of its group whose text stands here, where that is not `fold` itself. */
  readonly tells?: Fold;
  /** Entries it covers, protected ones not among them. */
  readonly covers: number;
}

/** The text a stand-in tells; empty for the silent members of a group. */
export function toldText({ fold, tells, message }: StandInRow): string {
  return message === null ? '' : (tells ?? fold).text;
}

/** One line of a view. */
export type Row = EntryRow | StandInRow;

/** The projection of a transcript through a head: what a model would see, in order. */
export interface View {
  readonly frame: Frame;
  readonly transcript: Transcript;
  readonly rows: readonly Row[];
}

/** Rows that stand at the positions `from` to `to`, both included; found without looking at the others. */
export function rowsBetween({ rows }: View, from: number, to: number): readonly Row[] {
  const start = firstAt(rows, from);
  return rows.slice(start, Math.max(start, firstAt(rows, to + 1)));
}

/** First of the rows, which are in order, that stands at `position` or behind it. */
function firstAt(rows: readonly Row[], position: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] as Row).index < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The entries a row begins and ends with. */
export function spanOf(row: Row): Pick<Span, 'from' | 'to'> {
  if (row.kind === 'entry') return { from: row.entry.id, to: row.entry.id };
  if (row.fold.target.kind !== 'span') throw new TypeError('A stand-in row stands for a span.');
  return row.fold.target;
}
