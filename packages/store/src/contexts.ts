import type { Head } from '@tenfold/core';
import { chainTo, type Stretch, stretchesOf } from './chain.ts';
import { readPlan } from './column-json.ts';
import type { Context, PositionRange } from './context.ts';
import { CONTEXT_COLUMNS, entriesIn, placedEntries } from './entry-rows.ts';
import { fixedQuery } from './fixed-query.ts';
import { type PlacedFold, readFolds } from './folds.ts';
import { headRow, storedHead } from './head-rows.ts';
import { beneathHidden, NOTHING_BENEATH } from './hidden.ts';
import type { BranchEnd } from './opened-session.ts';
import { ownSession } from './ownership.ts';
import { type HeadPlan, planOf, subtract, within } from './plan.ts';
import type { Db } from './schema.ts';
import type { Scope } from './scope.ts';
import type { SessionId } from './session.ts';

/** How much of a context is read. */
export interface ContextReach {
  /** `all` loads resting folds too, which undo and peel need. */
  readonly folds?: 'shown' | 'all';
  /**
   * Characters of entries that are read although a suppression hides them, the newest first, with the folds beneath it: a
   * summary is to tell of them. None when not given.
   */
  readonly hiddenChars?: number;
}

/** Reads contexts. */
export interface Contexts {
  /** The context of a branch, `main` when none is named. */
  load(session: SessionId, options?: ContextReach & { readonly branch?: string }): Promise<Context>;
  /** A context of a branch with what has come behind it, where that is few and all that has changed; null where it is not. */
  grown(context: Context, end: BranchEnd): Promise<Context | null>;
  /** The context of any head of the session, such as a checkpoint's. */
  loadHead(session: SessionId, head: Head, options?: ContextReach): Promise<Context>;
}

/** Entries that a context grows by, at most: of more, reading it anew is not much dearer. */
const FEW = 200;

const behind = fixedQuery((db, { owner, session, segment, from, to }: Stretch & { owner: string; session: SessionId }) =>
  db
    .selectFrom('entries')
    .innerJoin('sessions', 'sessions.id', 'entries.session')
    .select(['entries.id', 'entries.parent', 'entries.position', 'entries.message', 'entries.counted_tokens'])
    .where('entries.session', '=', session)
    .where('entries.segment', '=', segment)
    .where('entries.position', '>=', from)
    .where('entries.position', '<=', to)
    .where('sessions.owner', '=', owner)
    .orderBy('entries.position'),
);

/** The contexts of a scope. */
export function contextsOn(scope: Scope): Contexts {
  return {
    async load(session, { branch = 'main', ...reach } = {}) {
      const row = await headRow(scope.read, scope.owner, session, branch);
      const end = row.segment === null ? null : { segment: row.segment, position: row.length - 1 };
      const { head, version } = storedHead(row);
      return read(scope.read, { session, head, version, length: row.length, plan: readPlan(row.plan), end }, reach);
    },
    async grown(context, { head: { session, head, version, length }, segment }) {
      const more = length - context.length;
      if (segment === null || more < 1 || more > FEW || !isShapedAs(head, context.head)) return null;
      const rows = await behind(scope.read, { owner: scope.owner, session, segment, from: context.length, to: length - 1 });
      if (rows.length !== more || rows[0]?.parent !== context.head.position) return null;
      return { ...context, head, version, length, entries: [...context.entries, ...(await placedEntries(rows))] };
    },
    async loadHead(session, head, reach = {}) {
      await ownSession(scope.read, scope.owner, session);
      const { plan, end } = await planOf(scope.read, session, head);
      return read(scope.read, { session, head, version: null, length: (end?.position ?? -1) + 1, plan, end }, reach);
    },
  };
}

/** Whether what is folded and what is protected is the same. */
function isShapedAs(one: Head, other: Head): boolean {
  const areSame = (these: readonly string[], those: readonly string[]) =>
    these.length === those.length && these.every((id, at) => id === those[at]);
  return areSame(one.folds, other.folds) && areSame(one.protected, other.protected);
}

interface Reading extends Pick<Context, 'session' | 'head' | 'version' | 'length'> {
  readonly plan: HeadPlan;
  readonly end: { readonly segment: number; readonly position: number } | null;
}

async function read(db: Db, reading: Reading, { folds: which = 'shown', hiddenChars = 0 }: ContextReach): Promise<Context> {
  const { session, head, version, length, plan, end } = reading;
  const chain = await chainTo(db, session, end);
  const rows = await entriesIn(db, session, uncovered(chain, plan, length), CONTEXT_COLUMNS);
  const beneath = hiddenChars > 0 ? await beneathHidden(db, { session, head, plan, chain }, hiddenChars) : NOTHING_BENEATH;
  const covered = subtract(plan.covered, beneath.read);
  const shown = new Set(plan.shown);
  const wanted = which === 'all' ? head.folds : head.folds.filter((id) => shown.has(id) || beneath.folds.has(id));
  const folds = (await readFolds(db, session, wanted)).filter(
    ({ fold, from }) => which === 'all' || shown.has(fold.id) || fold.target.kind === 'span' || !within(covered, from),
  );
  const loaded = new Set(folds.map(({ fold }) => fold.id));
  return {
    session,
    head,
    version,
    length,
    entries: await placedEntries([...rows, ...beneath.rows].sort((a, b) => a.position - b.position)),
    folds: folds.map(({ fold }) => fold),
    resting: which === 'all' ? [] : head.folds.filter((id) => !loaded.has(id)),
    covered,
    ends: coveredEnds(folds, head, length, covered),
  };
}

function uncovered(chain: readonly Stretch[], plan: HeadPlan, length: number): Stretch[] {
  if (length === 0) return [];
  return subtract([[0, length - 1]], plan.covered).flatMap(([from, to]) => stretchesOf(chain, from, to));
}

/** Where the ends of folds and of the head lie that are not read as entries. */
function coveredEnds(
  folds: readonly PlacedFold[],
  head: Head,
  length: number,
  covered: readonly PositionRange[],
): Context['ends'] {
  const ids = new Map<number, string>();
  for (const { fold, from, to } of folds) {
    const [first, last] =
      fold.target.kind === 'span' ? [fold.target.from, fold.target.to] : [fold.target.entry, fold.target.entry];
    ids.set(from, first).set(to, last);
  }
  if (head.position !== null) ids.set(length - 1, head.position);
  const ends = [...ids].map(([position, id]) => ({ position, id })).filter(({ position }) => within(covered, position));
  return ends.sort((a, b) => a.position - b.position);
}
