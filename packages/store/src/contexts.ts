import type { Head } from '@tenfold/core';
import { chainTo, type Stretch, stretchesOf } from './chain.ts';
import type { Context } from './context.ts';
import { entriesIn, entryOf } from './entry-rows.ts';
import { type PlacedFold, readFolds } from './folds.ts';
import { headRow, storedHead } from './head-rows.ts';
import { ownSession } from './ownership.ts';
import { type Plan, planOf, subtract, within } from './plan.ts';
import type { Db } from './schema.ts';
import type { Scope } from './scope.ts';
import type { SessionId } from './session.ts';

/** Reads contexts. */
export interface Contexts {
  /** The context of a branch, `main` when none is named. `folds: 'all'` loads resting folds too, which undo and peel need. */
  load(session: SessionId, options?: { branch?: string; folds?: 'shown' | 'all' }): Promise<Context>;
  /** The context of any head of the session, such as a checkpoint's. */
  loadHead(session: SessionId, head: Head, options?: { folds?: 'shown' | 'all' }): Promise<Context>;
}

/** The contexts of a scope. */
export function contextsOn(scope: Scope): Contexts {
  return {
    async load(session, { branch = 'main', folds = 'shown' } = {}) {
      await ownSession(scope.read, scope.owner, session);
      const row = await headRow(scope.read, session, branch);
      const end = row.line === null ? null : { line: row.line, position: row.length - 1 };
      const { head, version } = storedHead(row);
      return read(scope.read, { session, head, version, length: row.length, plan: JSON.parse(row.plan) as Plan, end }, folds);
    },
    async loadHead(session, head, { folds = 'shown' } = {}) {
      await ownSession(scope.read, scope.owner, session);
      const { plan, end } = await planOf(scope.read, session, head);
      return read(scope.read, { session, head, version: null, length: (end?.position ?? -1) + 1, plan, end }, folds);
    },
  };
}

interface Reading extends Pick<Context, 'session' | 'head' | 'version' | 'length'> {
  readonly plan: Plan;
  readonly end: { readonly line: number; readonly position: number } | null;
}

async function read(db: Db, { session, head, version, length, plan, end }: Reading, which: 'shown' | 'all'): Promise<Context> {
  const chain = await chainTo(db, session, end);
  const rows = await entriesIn(db, session, uncovered(chain, plan, length), ['id', 'position', 'message', 'counted_tokens']);
  const shown = new Set(plan.shown);
  const folds = await readFolds(db, session, which === 'all' ? head.folds : plan.shown);
  return {
    session,
    head,
    version,
    length,
    entries: rows.map((row) => ({ position: row.position, entry: entryOf(row), countedTokens: row.counted_tokens })),
    folds: folds.map(({ fold }) => fold),
    resting: which === 'all' ? [] : head.folds.filter((id) => !shown.has(id)),
    covered: plan.covered,
    ends: coveredEnds(folds, head, length, plan),
  };
}

function uncovered(chain: readonly Stretch[], plan: Plan, length: number): Stretch[] {
  if (length === 0) return [];
  return subtract([[0, length - 1]], plan.covered).flatMap(([from, to]) => stretchesOf(chain, from, to));
}

/** Where the ends of folds and of the head lie that are not read as entries. */
function coveredEnds(folds: readonly PlacedFold[], head: Head, length: number, plan: Plan): Context['ends'] {
  const ids = new Map<number, string>();
  for (const { fold, from, to } of folds) {
    const [first, last] =
      fold.target.kind === 'span' ? [fold.target.from, fold.target.to] : [fold.target.entry, fold.target.entry];
    ids.set(from, first).set(to, last);
  }
  if (head.position !== null) ids.set(length - 1, head.position);
  const ends = [...ids].map(([position, id]) => ({ position, id })).filter(({ position }) => within(plan.covered, position));
  return ends.sort((a, b) => a.position - b.position);
}
