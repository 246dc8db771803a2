import type { Head } from '@tenfold/core';
import type { Selectable } from 'kysely';
import { readObject, readTexts } from './column-json.ts';
import { NotFound } from './error.ts';
import { fixedQuery } from './fixed-query.ts';
import type { StoredHead } from './head.ts';
import { coverageOf } from './head-coverage.ts';
import { ownedBy, ownSession } from './ownership.ts';
import type { Db, Schema } from './schema.ts';
import type { Used } from './session.ts';

/** A head as its row has it. */
export type HeadRow = Selectable<Schema['heads']>;

const ownedHead = fixedQuery((db, { owner, session, branch }: { owner: string; session: string; branch: string }) =>
  db
    .selectFrom('heads')
    .selectAll()
    .where('session', '=', session)
    .where('branch', '=', branch)
    .where(ownedBy(db, owner, 'heads')),
);

/** The row of a branch of somebody's session. */
export async function headRow(db: Db, owner: string, session: string, branch: string): Promise<HeadRow> {
  const [row] = await ownedHead(db, { owner, session, branch });
  if (row !== undefined) return row;
  await ownSession(db, owner, session);
  throw new NotFound('branch', branch);
}

/** The tokens a head was counted at. */
export function usedOf(row: Pick<HeadRow, 'used_tokens' | 'counted_by'>): Used | null {
  const { used_tokens: tokens, counted_by: by } = row;
  return tokens === null || by === null ? null : { tokens, by };
}

/** A head as it is handed out. */
export function storedHead(row: HeadRow): StoredHead {
  return {
    session: row.session,
    branch: row.branch,
    version: row.version,
    head: {
      position: row.position,
      folds: readTexts(row.folds),
      protected: readTexts(row.protected),
      settings: readObject(row.settings),
    },
    length: row.length,
    updatedAt: row.updated_at,
  };
}

/** The columns of a head, what its view needs worked out. */
export async function headColumns(db: Db, session: string, head: Head) {
  const { coverage, end } = await coverageOf(db, session, head);
  return {
    position: head.position,
    segment: end?.segment ?? null,
    length: (end?.position ?? -1) + 1,
    folds: JSON.stringify(head.folds),
    protected: JSON.stringify(head.protected),
    settings: JSON.stringify(head.settings),
    plan: JSON.stringify(coverage),
    used_tokens: null,
    counted_by: null,
  };
}
