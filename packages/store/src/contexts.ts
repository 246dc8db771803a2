import { type Head, rangeAt } from '@tenfold/core';
import { chainTo, type Stretch, stretchesOf } from './chain.ts';
import { readPlan } from './column-json.ts';
import { type Context, grownContext, type PositionRange } from './context.ts';
import { contextEntries, placedEntries } from './entry-rows.ts';
import { allOf, fixedQuery } from './fixed-query.ts';
import { type PlacedFold, readFolds } from './folds.ts';
import type { StoredHead } from './head.ts';
import { coverageOf, type HeadCoverage, subtract } from './head-coverage.ts';
import { headRow, storedHead } from './head-rows.ts';
import { type HiddenEntries, NOTHING_HIDDEN, readHidden } from './hidden.ts';
import type { OpenedSession } from './opened-session.ts';
import { ownSession } from './ownership.ts';
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
  /** The context of a session that was just opened. Of one that was read before, only what has come behind it is read, where that is few and all that has changed. */
  open(opened: Pick<OpenedSession, 'end' | 'plan'>, before?: Context): Promise<Context>;
  /** The context of any head of the session, such as a checkpoint's. */
  loadHead(session: SessionId, head: Head, options?: ContextReach): Promise<Context>;
}

/** Entries that a context grows by, at most: of more, reading it anew is not much dearer. */
const MAX_GROWTH = 200;

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
export function createContexts(scope: Scope): Contexts {
  return {
    async load(session, { branch = 'main', ...reach } = {}) {
      const row = await headRow(scope.read, scope.owner, session, branch);
      const end = row.segment === null ? null : { segment: row.segment, position: row.length - 1 };
      const { head, version } = storedHead(row);
      return read(scope.read, { session, head, version, length: row.length, coverage: readPlan(row.plan), end }, reach);
    },
    async open({ end: { head: stored, segment }, plan }, before) {
      const grown = before && (await growTo(scope, before, stored, segment));
      if (grown) return grown;
      const { session, head, version, length } = stored;
      const end = segment === null ? null : { segment, position: length - 1 };
      const reading = read(scope.read, { session, head, version, length, coverage: readPlan(plan), end }, {});
      const [, context] = await allOf([ownSession(scope.read, scope.owner, session), reading]);
      return context;
    },
    async loadHead(session, head, reach = {}) {
      await ownSession(scope.read, scope.owner, session);
      const { coverage, end } = await coverageOf(scope.read, session, head);
      return read(scope.read, { session, head, version: null, length: (end?.position ?? -1) + 1, coverage, end }, reach);
    },
  };
}

/** A context that was read before with what has come behind it; null where more has to be read. */
async function growTo({ read, owner }: Scope, before: Context, head: StoredHead, segment: number | null) {
  const { session, length } = head;
  const more = length - before.length;
  if (segment === null || more < 1 || more > MAX_GROWTH) return null;
  const rows = await behind(read, { owner, session, segment, from: before.length, to: length - 1 });
  return grownContext(before, head, { parent: rows[0]?.parent ?? null, entries: await placedEntries(rows) });
}

interface Reading extends Pick<Context, 'session' | 'head' | 'version' | 'length'> {
  readonly coverage: HeadCoverage;
  readonly end: { readonly segment: number; readonly position: number } | null;
}

async function read(db: Db, reading: Reading, { folds: which = 'shown', hiddenChars = 0 }: ContextReach): Promise<Context> {
  const { session, head, version, length, coverage } = reading;
  const shown = new Set(coverage.shown);
  const placed = (hidden: HiddenEntries) =>
    readFolds(db, session, which === 'all' ? head.folds : head.folds.filter((id) => shown.has(id) || hidden.folds.has(id)));
  const isOpen = hiddenChars === 0;
  const [{ chain, rows }, atOnce] = await allOf([
    uncoveredRows(db, reading),
    isOpen ? placed(NOTHING_HIDDEN) : Promise.resolve(null),
  ]);
  const hidden = isOpen ? NOTHING_HIDDEN : await readHidden(db, { session, head, coverage, chain }, hiddenChars);
  const covered = subtract(coverage.covered, hidden.read);
  const folds = (atOnce ?? (await placed(hidden))).filter(
    ({ fold, from }) =>
      which === 'all' || shown.has(fold.id) || fold.target.kind === 'span' || rangeAt(covered, from) === undefined,
  );
  const loaded = new Set(folds.map(({ fold }) => fold.id));
  return {
    session,
    head,
    version,
    length,
    entries: await placedEntries([...rows, ...hidden.rows].sort((a, b) => a.position - b.position)),
    folds: folds.map(({ fold }) => fold),
    resting: which === 'all' ? [] : head.folds.filter((id) => !loaded.has(id)),
    covered,
    ends: coveredEnds(folds, head, length, covered),
  };
}

/** Entries at the end of a branch that are as a rule on its last segment: looked for there before it is known where that begins. */
const LIKELY = 1_000;

/** The chain of a head and the rows no span covers. */
async function uncoveredRows(db: Db, { session, coverage, length, end }: Reading) {
  if (end === null) return { chain: [], rows: [] };
  const open = subtract([[0, length - 1]], coverage.covered);
  const rowsOn = (chain: readonly Stretch[]) => {
    const stretches = open.flatMap(([from, to]) => stretchesOf(chain, from, to));
    return contextEntries(db, session, stretches);
  };
  const likely = Math.max(0, length - LIKELY);
  const last = { segment: end.segment, from: likely, to: length - 1 };
  const [chain, late] = await allOf([chainTo(db, session, end), rowsOn([last])]);
  const read = Math.max(likely, chain.at(-1)?.from ?? 0);
  const early = await rowsOn(chain.map((stretch) => ({ ...stretch, to: Math.min(stretch.to, read - 1) })));
  return { chain, rows: [...early, ...late] };
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
  const ends = [...ids]
    .map(([position, id]) => ({ position, id }))
    .filter(({ position }) => rangeAt(covered, position) !== undefined);
  return ends.sort((a, b) => a.position - b.position);
}
