import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntryId, Fold, FoldId, RunId } from '@tenfold/core';
import type { Selectable } from 'kysely';
import { chainTo, type Place, placeOf, placesOf } from './chain.ts';
import { readableOf, readFold } from './column-json.ts';
import { lostPosition } from './entry-rows.ts';
import { Conflict, Invalid, NotFound, StoreCorrupt } from './error.ts';
import { runShort } from './fixed-query.ts';
import { ownSession } from './ownership.ts';
import { readInSlices, slicesOf } from './rows.ts';
import type { Db, Schema } from './schema.ts';
import type { Scope } from './scope.ts';
import type { SessionId } from './session.ts';

/** Folds ever made. They are written with the head that activates them (`heads.swap`) and never changed. */
export interface Folds {
  get(session: SessionId, id: FoldId): Promise<Fold>;
  /** In the order they were saved, those that can be read; ids or a run narrow the list. */
  list(session: SessionId, filter?: { ids?: readonly FoldId[]; run?: RunId }): Promise<readonly Fold[]>;
}

/** The folds of a scope. */
export function createFolds(scope: Scope): Folds {
  return {
    async get(session, id) {
      const [fold] = await this.list(session, { ids: [id] });
      if (fold === undefined) throw new NotFound('fold', id);
      return fold;
    },
    async list(session, filter = {}) {
      await ownSession(scope.read, scope.owner, session);
      if (filter.ids !== undefined) return (await readFolds(scope.read, session, filter.ids)).map(({ fold }) => fold);
      let query = scope.read.selectFrom('folds').select('body').where('session', '=', session).orderBy('number');
      if (filter.run !== undefined) query = query.where('run', '=', filter.run);
      return readableOf(await query.execute(), (row) => readFold(row.body));
    },
  };
}

/** A fold and where its target begins and ends. */
export interface PlacedFold {
  readonly fold: Fold;
  readonly from: number;
  readonly to: number;
  readonly place: Pick<Selectable<Schema['folds']>, (typeof PLACE)[number]>;
}

const PLACE = ['from_segment', 'from_position', 'to_segment', 'to_position'] as const;

/** The folds of these ids that are there and can be read, in the order of the ids. */
export async function readFolds(db: Db, session: string, ids: readonly FoldId[]): Promise<PlacedFold[]> {
  // Parsed slice by slice too: thousands of folds at once would hold everybody up.
  const found = await readInSlices(ids, async (some) => {
    const query = db
      .selectFrom('folds')
      .select(['id', 'body', ...PLACE])
      .where('session', '=', session)
      .where('id', 'in', some);
    return readableOf(
      await runShort(db, query),
      ({ id, body, ...place }) =>
        [id, { fold: ownFold(id, body), from: place.from_position, to: place.to_position, place }] as const,
    );
  });
  const placed = new Map(found);
  return ids.flatMap((id) => placed.get(id) ?? []);
}

/** The fold of a row. */
function ownFold(id: FoldId, body: string): Fold {
  const fold = readFold(body);
  if (fold.id === id) return fold;
  throw new StoreCorrupt(`What the store has as fold ${id} is another one.`, { what: 'fold' });
}

/** Saves new folds of a chain that has this end. One that is already there must be the same: folds never change. */
export async function saveFolds(
  db: Db,
  session: string,
  folds: readonly Fold[],
  { end, at }: { readonly end: EntryId | null; readonly at: number },
): Promise<void> {
  const ids = folds.map((fold) => fold.id);
  const there = new Map((await readFolds(db, session, ids)).map(({ fold }) => [fold.id, fold]));
  const fresh = folds.filter((fold) => {
    const known = there.get(fold.id);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(fold))
      throw new Conflict(
        `Fold ${fold.id} exists with another text. Nothing was changed.`,
        { fold: fold.id },
        'Give an edited fold a new id.',
      );
    return known === undefined;
  });
  const ends = [...new Set(fresh.flatMap(endsOf))];
  const places = new Map<EntryId, Place>((await placesOf(db, session, ends)).map((place) => [place.id, place]));
  const lost = ends.filter((id) => !places.has(id));
  if (lost.length > 0) for (const [id, place] of await lostPlaces(db, session, lost, end)) places.set(id, place);
  for (const [slice, some] of [...slicesOf(fresh)].entries()) {
    if (slice > 0) await nextTurn();
    const rows = some.map((fold) => foldRow(session, fold, places, at));
    // One of the same id that could not be read is the same: an id is made of what a fold stands for and says.
    await db
      .insertInto('folds')
      .values(rows)
      .onConflict((on) =>
        on
          .columns(['session', 'id'])
          .doUpdateSet((row) => Object.fromEntries(WRITTEN.map((column) => [column, row.ref(`excluded.${column}`)]))),
      )
      .execute();
  }
}

/** Where entries stood whose rows are lost: a context calls them by that, and they are condensed with the others. */
async function lostPlaces(
  db: Db,
  session: string,
  ids: readonly EntryId[],
  end: EntryId | null,
): Promise<readonly (readonly [EntryId, Place])[]> {
  const positions = ids.flatMap((id) => {
    const position = lostPosition(id);
    return position === null ? [] : [{ id, position }];
  });
  if (positions.length === 0 || end === null) return [];
  const chain = await chainTo(db, session, await placeOf(db, session, end));
  return positions.flatMap(({ id, position }) => {
    const stretch = chain.find(({ from, to }) => from <= position && position <= to);
    return stretch === undefined ? [] : [[id, { segment: stretch.segment, position }] as const];
  });
}

const WRITTEN = [
  'run',
  'kind',
  'is_span',
  'from_segment',
  'from_position',
  'to_segment',
  'to_position',
  'body',
  'created_at',
] as const;

function foldRow(session: string, fold: Fold, places: ReadonlyMap<EntryId, Place>, at: number) {
  const [from, to] = endsOf(fold).map((id) => {
    const place = places.get(id);
    if (place === undefined)
      throw new Invalid(`Fold ${fold.id} stands for entry ${id}, which the session does not have.`, { fold: fold.id, entry: id });
    return place;
  }) as [Place, Place];
  if (to.position < from.position) throw new Invalid(`Fold ${fold.id} ends before it begins.`, { fold: fold.id });
  return {
    session,
    id: fold.id,
    run: fold.run,
    kind: fold.kind,
    is_span: fold.target.kind === 'span' ? 1 : 0,
    from_segment: from.segment,
    from_position: from.position,
    to_segment: to.segment,
    to_position: to.position,
    body: JSON.stringify(fold),
    created_at: at,
  };
}

/** First and last entry a fold stands for. */
export function endsOf({ target }: Fold): readonly [EntryId, EntryId] {
  return target.kind === 'span' ? [target.from, target.to] : [target.entry, target.entry];
}
