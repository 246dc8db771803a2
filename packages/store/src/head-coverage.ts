import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FoldId, type Head, rangeAt } from '@tenfold/core';
import type { Selectable } from 'kysely';
import { chainTo, onChain, type Place, placeOf, placesOf, type Stretch } from './chain.ts';
import type { PositionRange } from './context.ts';
import { readInSlices } from './rows.ts';
import type { Db, Schema } from './schema.ts';

/** What a head's view needs: worked out once when the head is written, so that reading it costs only what is shown. */
export interface HeadCoverage {
  /** Positions that active spans cover and no protected entry opens, in order, not touching. */
  readonly covered: readonly PositionRange[];
  /** Active folds that shape the view: outer spans, and folds on parts of entries that are shown. */
  readonly shown: readonly FoldId[];
}

/** The coverage of a head with nothing folded. */
export const NOTHING_FOLDED: HeadCoverage = { covered: [], shown: [] };

/** Folds from which on others have their turn between the steps. */
const MANY_FOLDS = 500;

const FOLD_PLACE = ['id', 'is_span', 'from_segment', 'from_position', 'to_segment', 'to_position'] as const;
type FoldPlace = Pick<Selectable<Schema['folds']>, (typeof FOLD_PLACE)[number]>;

/** Where a head ends, what its view needs, and which of its folds the session does not have or stand on another branch. Refuses a head that ends where nothing is. */
export async function coverageOf(
  db: Db,
  session: string,
  head: Head,
): Promise<{ coverage: HeadCoverage; end: Place | null; missing: readonly FoldId[]; elsewhere: ReadonlySet<FoldId> }> {
  const end = head.position === null ? null : await placeOf(db, session, head.position);
  if (head.folds.length === 0) return { coverage: NOTHING_FOLDED, end, missing: [], elsewhere: new Set() };
  const chain = await chainTo(db, session, end);
  const { places, missing } = await foldPlaces(db, session, head.folds);
  const folds = places.filter((fold) => reaches(chain, fold));
  const there = new Set(folds);
  const elsewhere = new Set(places.filter((fold) => !there.has(fold)).map(({ id }) => id));
  const yieldToOthers = async () => void (folds.length > MANY_FOLDS && (await nextTurn()));
  await yieldToOthers();
  const outer = outerSpans(folds);
  const open = await protectedUnits(db, session, chain, outer, head);
  await yieldToOthers();
  const covered = subtract(
    outer.map((fold) => [fold.from_position, fold.to_position] as const),
    open,
  );
  const outside = new Set<FoldId>(outer.map((fold) => fold.id));
  const shown = folds.filter(
    (fold) => outside.has(fold.id) || (fold.is_span === 0 && rangeAt(covered, fold.from_position) === undefined),
  );
  await yieldToOthers();
  return { coverage: { covered, shown: shown.map((fold) => fold.id) }, end, missing, elsewhere };
}

/** Where folds stand, in the head's order, and those that are not there. */
async function foldPlaces(db: Db, session: string, ids: readonly FoldId[]) {
  const own = db.selectFrom('folds').select(FOLD_PLACE).where('session', '=', session);
  const rows = await readInSlices(ids, (some) => own.where('id', 'in', some).execute());
  const found = new Map(rows.map((row) => [row.id, row]));
  return {
    places: ids.flatMap((id): FoldPlace | readonly FoldPlace[] => found.get(id) ?? []),
    missing: ids.filter((id) => !found.has(id)),
  };
}

/** Whether a fold stands for entries of a chain. */
export function reaches(chain: readonly Stretch[], fold: Omit<FoldPlace, 'id' | 'is_span'>): boolean {
  return (
    onChain(chain, { segment: fold.from_segment, position: fold.from_position }) &&
    onChain(chain, { segment: fold.to_segment, position: fold.to_position })
  );
}

/** Spans that no other covers, the newest of equal ones: the same choice as core's projection makes. */
function outerSpans(folds: readonly FoldPlace[]): FoldPlace[] {
  const spans = folds.map((fold, age) => ({ fold, age })).filter(({ fold }) => fold.is_span === 1);
  spans.sort((a, b) => a.fold.from_position - b.fold.from_position || b.fold.to_position - a.fold.to_position || b.age - a.age);
  const outer: FoldPlace[] = [];
  for (const { fold } of spans) if (fold.from_position > (outer.at(-1)?.to_position ?? -1)) outer.push(fold);
  return outer;
}

/** What protected entries inside a span open again, in order. */
async function protectedUnits(db: Db, session: string, chain: readonly Stretch[], outer: readonly FoldPlace[], head: Head) {
  const units: PositionRange[] = [];
  if (outer.length === 0) return units;
  for (const place of await placesOf(db, session, head.protected))
    if (onChain(chain, place)) units.push(await unitAround(db, session, chain, place));
  return units.sort((a, b) => a[0] - b[0]);
}

/** First and last position of the entries a place must be shown with: its tool transaction and the thinking before it. */
async function unitAround(db: Db, session: string, chain: readonly Stretch[], place: Place): Promise<readonly [number, number]> {
  let [first, last] = [place.position, place.position];
  for (;;) {
    const found = await db
      .selectFrom('entries')
      .select((on) => [on.fn.min('unit_start').as('first'), on.fn.max('position').as('last')])
      .where('session', '=', session)
      .where((on) =>
        on.or(
          chain.map(({ segment, from, to }) =>
            on.and([on('segment', '=', segment), on('position', '>=', Math.max(from, first)), on('position', '<=', to)]),
          ),
        ),
      )
      .where('unit_start', 'is not', null)
      .where('unit_start', '<=', last)
      .executeTakeFirst();
    const wider = [Math.min(first, found?.first ?? first), Math.max(last, found?.last ?? last)] as const;
    if (wider[0] === first && wider[1] === last) return wider;
    [first, last] = wider;
  }
}

/** Ranges without the holes; both in order, the ranges apart from each other. */
export function subtract(ranges: readonly PositionRange[], holes: readonly PositionRange[]): PositionRange[] {
  return ranges.flatMap(([start, to]) => {
    const left: PositionRange[] = [];
    let from = start;
    for (const [first, last] of holes) {
      if (last < from || first > to) continue;
      if (first > from) left.push([from, first - 1]);
      from = last + 1;
    }
    if (from <= to) left.push([from, to]);
    return left;
  });
}
