import type { FoldId, Head } from '@tenfold/core';
import { type Stretch, stretchesOf } from './chain.ts';
import type { PositionRange } from './context.ts';
import { contextEntries } from './entry-rows.ts';
import { coverageOf, type HeadCoverage, subtract } from './head-coverage.ts';
import { readInSlices } from './rows.ts';
import type { Db } from './schema.ts';

type HiddenRow = Awaited<ReturnType<typeof contextEntries>>[number];

/** What lies beneath the suppressions of a view. */
export interface HiddenEntries {
  readonly rows: readonly HiddenRow[];
  /** Positions of the rows, in order. */
  readonly read: readonly PositionRange[];
  /** Folds that shape the view when no suppression hides anything. */
  readonly folds: ReadonlySet<FoldId>;
}

/** Where nothing is hidden, or nobody wants to see it. */
export const NOTHING_HIDDEN: HiddenEntries = { rows: [], read: [], folds: new Set() };

/** Entries read at a time, so that no more than the limit and one slice are ever held. */
const SLICE = 128;

/** Reads what was hidden without a summary, the newest entries first and at most `maxChars` characters of them. */
export async function readHidden(
  db: Db,
  { session, head, coverage, chain }: { session: string; head: Head; coverage: HeadCoverage; chain: readonly Stretch[] },
  maxChars: number,
): Promise<HiddenEntries> {
  const hiding = await suppressions(db, session, head.folds);
  if (!coverage.shown.some((id) => hiding.has(id))) return NOTHING_HIDDEN;
  const { coverage: open } = await coverageOf(db, session, { ...head, folds: head.folds.filter((id) => !hiding.has(id)) });
  const hidden = subtract(coverage.covered, open.covered);
  const rows = await newestOf(db, session, chain, hidden, maxChars);
  const first = rows[0]?.position ?? Infinity;
  const read = hidden.flatMap(([from, to]) => (to < first ? [] : [[Math.max(from, first), to] as const]));
  return { rows, read, folds: new Set(open.shown) };
}

async function suppressions(db: Db, session: string, ids: readonly FoldId[]): Promise<ReadonlySet<FoldId>> {
  const spans = db.selectFrom('folds').select('id').where('session', '=', session).where('is_span', '=', 1);
  const hiding = spans.where('kind', '=', 'suppression');
  const rows = await readInSlices(ids, (some) => hiding.where('id', 'in', some).execute());
  return new Set(rows.map(({ id }) => id));
}

/** The newest entries of some ranges, by position. The first one that is too long ends it, so that there is no gap among them. */
async function newestOf(db: Db, session: string, chain: readonly Stretch[], ranges: readonly PositionRange[], maxChars: number) {
  const rows: HiddenRow[] = [];
  let left = maxChars;
  for (const slice of slicesFromEnd(ranges)) {
    const stretches = slice.flatMap(([from, to]) => stretchesOf(chain, from, to));
    const found = await contextEntries(db, session, stretches);
    for (const row of found.sort((a, b) => b.position - a.position)) {
      left -= row.message.length;
      if (left < 0) return rows.toReversed();
      rows.push(row);
    }
  }
  return rows.toReversed();
}

/** The ranges cut into slices of so many entries, the last ones first: thousands of short ranges are as few queries as a long one. */
function* slicesFromEnd(ranges: readonly PositionRange[]): Generator<readonly PositionRange[]> {
  let slice: PositionRange[] = [];
  let room = SLICE;
  for (const [first, last] of ranges.toReversed())
    for (let to = last; to >= first; ) {
      const from = Math.max(first, to - room + 1);
      slice.push([from, to]);
      room -= to - from + 1;
      to = from - 1;
      if (room > 0) continue;
      yield slice;
      slice = [];
      room = SLICE;
    }
  if (slice.length > 0) yield slice;
}
