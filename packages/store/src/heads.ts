import { asJson, type FoldId, type Head } from '@tenfold/core';
import { findTip } from './branch-tip.ts';
import { Conflict, Invalid } from './error.ts';
import { saveFolds } from './folds.ts';
import type { BranchTree, StoredHead, SwapRequest } from './head.ts';
import { headColumns, headRow, storedHead } from './head-rows.ts';
import { ownedBy, ownSession } from './ownership.ts';
import { refuseMore } from './refuse-more.ts';
import { keepDamaged, keepRevision, type RejectedWrite } from './revisions.ts';
import { findRow, getRow, listRows, updateRows } from './rows.ts';
import type { Db } from './schema.ts';
import type { Scope } from './scope.ts';
import type { SessionId, Used } from './session.ts';
import { storableText } from './storable.ts';

/** What is active, by branch. Every session has `main`. */
export interface Heads {
  /** Branch `main` when none is named. */
  get(session: SessionId, branch?: string): Promise<StoredHead>;
  list(session: SessionId): Promise<readonly StoredHead[]>;
  /** Where branches fork, without what is in them. */
  tree(session: SessionId): Promise<BranchTree>;
  /** What people call a branch; null takes the name off. Its head and version stay as they are. */
  label(session: SessionId, branch: string, label: string | null): Promise<void>;
  /** Compare-and-swap. Of two that read the same version one wins; the other gets a `Conflict` and its head is kept as a revision. */
  swap(request: SwapRequest): Promise<StoredHead>;
  /** Notes what heads were counted at, where they still are at that version. */
  count(counted: readonly { session: SessionId; branch: string; version: number; used: Used }[]): Promise<void>;
  /** Gives a session that has lost all its branches one that ends where its messages do. False where there is one. */
  recover(session: SessionId): Promise<boolean>;
  /** A new branch from a head. A taken name is a `Conflict`. */
  create(branch: { session: SessionId; branch: string; head: Head; at: number }): Promise<StoredHead>;
}

/** The heads of a scope. */
export function createHeads(scope: Scope): Heads {
  return {
    async get(session, branch = 'main') {
      return storedHead(await headRow(scope.read, scope.owner, session, branch));
    },
    async list(session) {
      await ownSession(scope.read, scope.owner, session);
      return (await listRows(scope.read, 'heads', { session }, ['branch'])).map(storedHead);
    },
    async tree(session) {
      await ownSession(scope.read, scope.owner, session);
      const heads = scope.read.selectFrom('heads').where('session', '=', session).orderBy('branch');
      const segments = scope.read.selectFrom('segments').where('session', '=', session).orderBy('segment');
      return {
        branches: await heads.select(['branch', 'label', 'length', 'segment', 'updated_at as updatedAt']).execute(),
        segments: await segments.select(['segment', 'parent_segment as parent', 'first_position as from']).execute(),
      };
    },
    label: (session, branch, label) =>
      scope.write([session], async (db) => {
        await headRow(db, scope.owner, session, branch);
        const text = label === null ? null : storableText(label);
        await updateRows(db, 'heads', { session, branch }, { label: text });
      }),
    async swap(request) {
      const outcome = await scope.write([request.session], (db) => swap(db, scope.owner, request));
      if ('conflict' in outcome) throw outcome.conflict;
      return outcome;
    },
    count: (counted) =>
      scope.write([], async (db) => {
        for (const { session, branch, version, used } of counted)
          await db
            .updateTable('heads')
            .set({ used_tokens: used.tokens, counted_by: used.by })
            .where('session', '=', session)
            .where(ownedBy(db, scope.owner, 'heads'))
            .where('branch', '=', branch)
            .where('version', '=', version)
            .execute();
      }),
    recover: (session) => scope.write([session], (db) => recover(db, scope.owner, session)),
    create: (branch) => scope.write([branch.session], (db) => createBranch(db, scope.owner, branch)),
  };
}

async function swap(db: Db, owner: string, request: SwapRequest): Promise<StoredHead | RejectedWrite> {
  const { session, branch = 'main', expect, head, folds = [], at } = request;
  const row = await headRow(db, owner, session, branch);
  if (row.version !== expect) {
    const content = asJson({ head, folds });
    return keepRevision(db, { kind: 'head', content, expected: expect, row, at });
  }
  await saveFolds(db, session, folds, { end: head.position, at });
  const { head: before, damages } = storedHead(row);
  if (damages !== undefined) await keepDamaged(db, row, at);
  const next = { ...(await headColumns(db, session, head, before.folds)), version: expect + 1, updated_at: at };
  await updateRows(db, 'heads', { session, branch }, next);
  return storedHead({ ...row, ...next });
}

async function recover(db: Db, owner: string, session: string): Promise<boolean> {
  await ownSession(db, owner, session);
  if ((await findRow(db, 'heads', { session })) !== undefined) return false;
  const { branch, updated_at: at } = await getRow(db, 'sessions', 'session', { id: session });
  const { position } = await findTip(db, session, { position: null, segment: null, length: 0 });
  await createBranch(db, owner, { session, branch, head: { position, folds: [], protected: [], settings: {} }, at });
  return true;
}

/** Branches of one conversation: each edit and each further answer is one. */
const MAX_BRANCHES = 10_000;

/** Writes a new branch with this head. Folds that were `named` before may have been lost since. */
export async function createBranch(
  db: Db,
  owner: string,
  { session, branch, head, at }: { session: SessionId; branch: string; head: Head; at: number },
  named: readonly FoldId[] = [],
): Promise<StoredHead> {
  await ownSession(db, owner, session);
  if (branch.trim() === '') throw new Invalid('A branch needs a name. Nothing was changed.', { session });
  if ((await findRow(db, 'heads', { session, branch })) !== undefined)
    throw new Conflict(`There already is a branch ${branch}. Nothing was changed.`, { session, branch }, 'Choose another name.');
  await refuseMore(db, { table: 'heads', of: { session }, max: MAX_BRANCHES, called: 'branches in this conversation' });
  const row = { session, branch, version: 1, ...(await headColumns(db, session, head, named)), label: null, updated_at: at };
  await db.insertInto('heads').values(row).execute();
  return storedHead(row);
}
