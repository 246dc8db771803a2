import type { FoldId, Head } from '@tenfold/core';
import type { Selectable } from 'kysely';
import { endsThere, findTip, type NamedTip } from './branch-tip.ts';
import { readObject, readTexts, withFallback } from './column-json.ts';
import { Invalid, NotFound, StoreCorrupt } from './error.ts';
import { fixedQuery } from './fixed-query.ts';
import type { StoredHead } from './head.ts';
import { coverageOf } from './head-coverage.ts';
import { ownedBy, ownSession } from './ownership.ts';
import type { Db, Schema } from './schema.ts';
import type { Used } from './session.ts';

/** A head as its row has it. */
export type HeadRow = Selectable<Schema['heads']> & {
  /** True where its end was found although the row did not say where it is. */
  readonly foundEnd?: boolean;
};

const ownedHead = fixedQuery((db, { owner, session, branch }: { owner: string; session: string; branch: string }) =>
  db
    .selectFrom('heads')
    .leftJoin('entries as tip', (join) => join.onRef('tip.session', '=', 'heads.session').onRef('tip.id', '=', 'heads.position'))
    .selectAll('heads')
    .select(['tip.segment as tip_segment', 'tip.position as tip_position'])
    .where('heads.session', '=', session)
    .where('heads.branch', '=', branch)
    .where(ownedBy(db, owner, 'heads')),
);

/** The row of a branch of somebody's session. */
export async function headRow(db: Db, owner: string, session: string, branch: string): Promise<HeadRow> {
  const [row] = await ownedHead(db, { owner, session, branch });
  if (row !== undefined) return withEnd(db, row);
  await ownSession(db, owner, session);
  throw new NotFound('branch', branch);
}

/** A head whose end is there: where its row does not say so, the end is looked for. */
export async function withEnd<Row extends HeadRow & NamedTip>(db: Db, row: Row): Promise<Row> {
  return endsThere(row) ? row : { ...row, ...(await findTip(db, row.session, row)), foundEnd: true };
}

/** The tokens a head was counted at. */
export function usedOf(row: Pick<HeadRow, 'used_tokens' | 'counted_by'>): Used | null {
  const { used_tokens: tokens, counted_by: by } = row;
  return tokens === null || by === null ? null : { tokens, by };
}

/** A head as it is handed out. */
export function storedHead(row: HeadRow): StoredHead {
  const { session, branch, version, length, updated_at: updatedAt } = row;
  if (row.foundEnd) return damagedHead(row);
  try {
    const [folds, kept] = [readTexts(row.folds), readTexts(row.protected)];
    const head = { position: row.position, folds, protected: kept, settings: readObject(row.settings) };
    return { session, branch, version, head, length, updatedAt };
  } catch (error) {
    if (error instanceof StoreCorrupt) return damagedHead(row);
    throw error;
  }
}

const textsOrNull = withFallback(readTexts, null);
const objectOrNull = withFallback(readObject, null);

/** The same of one that cannot be read whole: what cannot counts as not said, and is told. */
function damagedHead(row: HeadRow): StoredHead {
  const { session, branch, version, position, length, updated_at: updatedAt } = row;
  const [folds, kept, settings] = [textsOrNull(row.folds), textsOrNull(row.protected), objectOrNull(row.settings)];
  const damages = [
    ...(row.foundEnd ? ['where it ends could not be read and was found by its messages'] : []),
    ...(folds === null ? ['what is condensed in it cannot be read, so everything is shown and sent as it was said'] : []),
    ...(kept === null ? ['what is protected in it cannot be read, so nothing is'] : []),
    ...(settings === null ? ['what was set with its head cannot be read'] : []),
  ];
  const head = { position, folds: folds ?? [], protected: kept ?? [], settings: settings ?? {} };
  return { session, branch, version, head, length, updatedAt, damages };
}

/**
 * The columns of a head, what its view needs worked out; folds of other branches are not named in them. Refuses one that names folds the
 * session does not have, but for those that were `named` before.
 */
export async function headColumns(db: Db, session: string, head: Head, named: readonly FoldId[] = []) {
  const { coverage, end, missing, elsewhere } = await coverageOf(db, session, head);
  const unknown = missing.find((id) => !named.includes(id));
  if (unknown !== undefined)
    throw new Invalid(`The head names fold ${unknown}, which the session does not have. Nothing was changed.`, { fold: unknown });
  return {
    position: head.position,
    segment: end?.segment ?? null,
    length: (end?.position ?? -1) + 1,
    folds: JSON.stringify(head.folds.filter((id) => !elsewhere.has(id))),
    protected: JSON.stringify(head.protected),
    settings: JSON.stringify(head.settings),
    plan: JSON.stringify(coverage),
    used_tokens: null,
    counted_by: null,
  };
}
