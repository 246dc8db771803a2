import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import type { Place } from './chain.ts';
import { readFold, readHead, readObject, readPlan, readTexts, withFallback } from './column-json.ts';
import { endsOf } from './folds.ts';
import { coverageOf } from './head-coverage.ts';
import type { Db, Schema } from './schema.ts';
import type { SessionId } from './session.ts';

/** Everything of a session that names entries, branches or folds. */
export async function readNaming(db: Db, session: SessionId) {
  const heads = await db
    .selectFrom('heads')
    .innerJoin('sessions', 'sessions.id', 'heads.session')
    .leftJoin('entries', (join) => join.onRef('entries.session', '=', 'heads.session').onRef('entries.id', '=', 'heads.position'))
    .select([
      'heads.branch',
      'heads.length',
      'heads.position as end',
      'heads.segment',
      'entries.position',
      'entries.segment as end_segment',
    ])
    .select(['heads.folds', 'heads.protected', 'heads.settings', 'heads.plan', 'sessions.branch as current'])
    .where('heads.session', '=', session)
    .execute();
  const checkpoints = await db
    .selectFrom('checkpoints')
    // One is asked for by its id, from an index of its own.
    .leftJoin('checkpoints as named', 'named.id', 'checkpoints.id')
    .select(['checkpoints.id', 'checkpoints.head', 'checkpoints.length', 'checkpoints.tags', 'checkpoints.number'])
    .select('named.number as named')
    .where('checkpoints.session', '=', session)
    .execute();
  const folds = await db.selectFrom('folds').selectAll().where('session', '=', session).execute();
  return { heads, checkpoints, folds };
}

/** What is wrong with heads, folds and checkpoints. */
export function faultsOf(
  { heads, checkpoints, folds }: Awaited<ReturnType<typeof readNaming>>,
  places: ReadonlyMap<string, Place>,
): readonly string[] {
  const known = new Set(folds.map(({ id }) => id));
  return [
    ...(heads.some(({ branch, current }) => branch === current) ? [] : ['the branch it goes on is not there']),
    ...heads
      .filter((row) => !withFallback(readTexts, [])(row.folds).every((id) => known.has(id)))
      .map(({ branch }) => `branch ${branch} names a condensed part that is not there`),
    ...heads
      .filter((row) => (row.end === null ? row.length !== 0 : row.position !== row.length - 1 || row.segment !== row.end_segment))
      .map(({ branch }) => `branch ${branch} does not end where it says`),
    ...heads.filter((row) => !isReadableHead(row)).map(({ branch }) => `branch ${branch} cannot be read`),
    ...heads
      .filter((row) => !withFallback(readTexts, [])(row.protected).every((id) => places.has(id)))
      .map(({ branch }) => `branch ${branch} protects a message that is not there`),
    ...folds
      .filter((row) => !isFold(row, places))
      .map(({ id }) => `condensed part ${id} cannot be read, or is not what was stored`),
    ...checkpoints
      .filter(
        ({ head, length, tags, number, named }) =>
          number !== named || withFallback(readTexts, null)(tags) === null || !isHead({ head, length }, places, known),
      )
      .map(({ id }) => `checkpoint ${id} cannot be found or read, or names what is not there`),
  ];
}

/** Branches whose view is worked out wrong, as far as their heads can be read. */
export async function wrongPlans(
  db: Db,
  session: SessionId,
  { heads, folds }: Awaited<ReturnType<typeof readNaming>>,
  places: ReadonlyMap<string, Place>,
): Promise<readonly string[]> {
  const known = new Set(folds.map(({ id }) => id));
  const wrong: string[] = [];
  for (const { branch, end: position, ...row } of heads) {
    const active = withFallback(readTexts, null)(row.folds);
    const kept = withFallback(readTexts, null)(row.protected);
    const plan = withFallback(readPlan, null)(row.plan);
    if (active === null || kept === null || plan === null || !active.every((id) => known.has(id))) continue;
    if (position !== null && !places.has(position)) continue;
    const { coverage } = await coverageOf(db, session, { position, folds: active, protected: kept, settings: {} });
    const isSame = JSON.stringify([plan.covered, plan.shown]) === JSON.stringify([coverage.covered, coverage.shown]);
    if (!isSame) wrong.push(`what branch ${branch} shows was not worked out so; it is worked out again when it is read`);
    await nextTurn();
  }
  return wrong;
}

/** Whether a fold is the one its row says, and stands for entries that are there. */
function isFold(row: Selectable<Schema['folds']>, places: ReadonlyMap<string, Place>): boolean {
  const fold = withFallback(readFold, null)(row.body);
  if (fold === null) return false;
  const { id, run, kind, target } = fold;
  const [first, last] = endsOf(fold).map((entry) => places.get(entry));
  return (
    id === row.id &&
    run === row.run &&
    kind === row.kind &&
    row.is_span === (target.kind === 'span' ? 1 : 0) &&
    first?.segment === row.from_segment &&
    first?.position === row.from_position &&
    last?.segment === row.to_segment &&
    last?.position === row.to_position
  );
}

function isHead(
  { head: text, length }: { head: string; length: number },
  places: ReadonlyMap<string, Place>,
  folds: ReadonlySet<string>,
): boolean {
  const head = withFallback(readHead, null)(text);
  if (head === null) return false;
  const { position, folds: active, protected: kept } = head;
  const end = position === null ? -1 : places.get(position)?.position;
  return end === length - 1 && active.every((id) => folds.has(id)) && kept.every((id) => places.has(id));
}

function isReadableHead(row: { folds: string; protected: string; settings: string; plan: string }): boolean {
  const read = [
    withFallback(readTexts, null)(row.folds),
    withFallback(readTexts, null)(row.protected),
    withFallback(readObject, null)(row.settings),
  ];
  return [...read, withFallback(readPlan, null)(row.plan)].every((value) => value !== null);
}
