import { counted, type FoldId, type Head, rangeAt } from '@tenfold/core';
import { chainTo, type Stretch, stretchesOf } from './chain.ts';
import { readPlan, withFallback } from './column-json.ts';
import { type Context, grownContext, type PlacedEntry, type PositionRange } from './context.ts';
import { contextEntries, lostRow, placedEntries, withoutGaps } from './entry-rows.ts';
import { allOf, fixedQuery } from './fixed-query.ts';
import { endsOf, type PlacedFold, readFolds } from './folds.ts';
import type { StoredHead } from './head.ts';
import { coverageOf, type HeadCoverage, NOTHING_FOLDED, reaches, subtract } from './head-coverage.ts';
import { headRow, storedHead } from './head-rows.ts';
import { type HiddenEntries, NOTHING_HIDDEN, readHidden } from './hidden.ts';
import type { OpenedSession } from './opened-session.ts';
import { ownSession } from './ownership.ts';
import { createYield } from './planned-append.ts';
import type { Db } from './schema.ts';
import type { Scope } from './scope.ts';
import type { SessionId } from './session.ts';
import { isUnreadable } from './unreadable-message.ts';

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

const planOrNull = withFallback(readPlan, null);

/** What was worked out for a head; null where it cannot be read, or is of another. */
function planOf(text: string, head: Head): HeadCoverage | null {
  const plan = planOrNull(text);
  if (plan === null || plan.shown.length === 0) return head.folds.length === 0 ? NOTHING_FOLDED : plan;
  const named = new Set(head.folds);
  return plan.shown.every((id) => named.has(id)) ? plan : null;
}

/** Entries that a context grows by, at most: of more, reading it anew is not much dearer. */
const MAX_GROWTH = 200;

const behind = fixedQuery((db, { owner, session, segment, from, to }: Stretch & { owner: string; session: SessionId }) =>
  db
    .selectFrom('entries')
    .innerJoin('sessions', 'sessions.id', 'entries.session')
    .select(['entries.id', 'entries.parent', 'entries.position', 'entries.role', 'entries.message', 'entries.counted_tokens'])
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
      const { head, version, damages = [] } = storedHead(row);
      const coverage = planOf(row.plan, head);
      return read(scope.read, { session, head, version, length: row.length, damages, coverage, end }, reach);
    },
    async open({ end: { head: stored, segment }, plan }, before) {
      const grown = before && (await growTo(scope, before, stored, segment));
      if (grown) return grown;
      const { session, head, version, length, damages = [] } = stored;
      const end = segment === null ? null : { segment, position: length - 1 };
      const reading = read(scope.read, { session, head, version, length, damages, coverage: planOf(plan, head), end }, {});
      const [, context] = await allOf([ownSession(scope.read, scope.owner, session), reading]);
      return context;
    },
    async loadHead(session, head, reach = {}) {
      await ownSession(scope.read, scope.owner, session);
      const { coverage, end } = await coverageOf(scope.read, session, head);
      const length = (end?.position ?? -1) + 1;
      return read(scope.read, { session, head, version: null, length, damages: [], coverage, end }, reach);
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

interface Reading extends Pick<Context, 'session' | 'head' | 'version' | 'length' | 'damages'> {
  /** As it was worked out when the head was written; null where that cannot be read. */
  readonly coverage: HeadCoverage | null;
  readonly end: { readonly segment: number; readonly position: number } | null;
}

/**
 * Reads a context. Folds that cannot be read, and a coverage that is not theirs, are found by what is read: then it is worked out and read
 * anew without them, so that what they stood for shows.
 */
async function read(db: Db, reading: Reading, reach: ContextReach): Promise<Context> {
  const { session, head } = reading;
  const setAside = new Set<FoldId>();
  let { coverage } = reading;
  for (let isFresh = coverage === null; ; isFresh = true) {
    const sound = setAside.size === 0 ? head : { ...head, folds: head.folds.filter((id) => !setAside.has(id)) };
    coverage ??= (await coverageOf(db, session, sound)).coverage;
    const found = await readCovered(db, { ...reading, head: sound, coverage }, reach);
    if (found.lost.length === 0 && (isFresh || areWithin(coverage.covered, found.folds)))
      return contextOf({ ...reading, head: sound, coverage }, found, { head, setAside: [...setAside], reach });
    for (const id of found.lost) setAside.add(id);
    coverage = null;
  }
}

type Covered = Reading & { readonly coverage: HeadCoverage };

/** What a head names as far as it can be read: rows and folds, and the folds that are lost. */
async function readCovered(db: Db, reading: Covered, { folds: which = 'shown', hiddenChars = 0 }: ContextReach) {
  const { session, head, coverage } = reading;
  const shown = new Set(coverage.shown);
  const wanted = (hidden: HiddenEntries) =>
    which === 'all' ? head.folds : head.folds.filter((id) => shown.has(id) || hidden.folds.has(id));
  const isOpen = hiddenChars === 0;
  const [{ chain, rows: open }, atOnce] = await allOf([
    uncoveredRows(db, reading),
    isOpen ? readFolds(db, session, wanted(NOTHING_HIDDEN)) : Promise.resolve(null),
  ]);
  const hidden = isOpen ? NOTHING_HIDDEN : await readHidden(db, { session, head, coverage, chain }, hiddenChars);
  const covered = subtract(coverage.covered, hidden.read);
  const read = atOnce ?? (await readFolds(db, session, wanted(hidden)));
  // There may be tens of thousands of rows and folds: each step below takes some ms then.
  const yieldToOthers = createYield();
  const rows = withoutGaps(
    [...open, ...hidden.rows].sort((a, b) => a.position - b.position),
    subtract(reading.length === 0 ? [] : [[0, reading.length - 1]], covered),
    lostRow,
  );
  await yieldToOthers();
  const there = new Set(read.map(({ fold }) => fold.id));
  // Others may be of another branch, whose entries stand where this one's do.
  const shaping = read.filter(({ fold }) => shown.has(fold.id) || hidden.folds.has(fold.id));
  const lost = [...wanted(hidden).filter((id) => !there.has(id)), ...(await misplaced(shaping, rows, yieldToOthers))];
  await yieldToOthers();
  // A head that was written before this was looked at may name folds of another branch.
  const isOfAll = ({ fold, from, place }: PlacedFold) =>
    which === 'all' ? reaches(chain, place) : fold.target.kind === 'span' || rangeAt(covered, from) === undefined;
  const folds = read.filter((placed) => shown.has(placed.fold.id) || isOfAll(placed));
  await yieldToOthers();
  return { rows, folds, covered, lost };
}

async function contextOf(
  { session, version, length, damages, head: sound }: Covered,
  { rows, folds, covered }: Awaited<ReturnType<typeof readCovered>>,
  { head, setAside, reach }: { readonly head: Head; readonly setAside: readonly FoldId[]; readonly reach: ContextReach },
): Promise<Context> {
  const loaded = new Set(folds.map(({ fold }) => fold.id));
  const entries = await placedEntries(rows);
  return {
    session,
    head,
    version,
    length,
    entries,
    folds: folds.map(({ fold }) => fold),
    resting: reach.folds === 'all' ? [] : sound.folds.filter((id) => !loaded.has(id)),
    setAside,
    damages: [...damages, ...damagesOf(setAside, entries)],
    covered,
    ends: coveredEnds(folds, head, length, covered),
  };
}

/** What folds and messages cannot be read, and what stands for them. */
function damagesOf(setAside: readonly FoldId[], entries: readonly PlacedEntry[]): readonly string[] {
  const unreadable = entries.filter(({ entry }) => isUnreadable(entry.message)).length;
  return [
    ...(setAside.length === 0 ? [] : [`${counted(setAside.length, 'condensed part')} cannot be read: ${ORIGINALS}`]),
    ...(unreadable === 0 ? [] : [`${counted(unreadable, 'message')} cannot be read: ${SAID_SO}`]),
  ];
}

const ORIGINALS = 'the original messages are shown and sent instead, and can be condensed again';
const SAID_SO = 'a note in the conversation says so, to the model too';

/** Whether for each of these ranges there is a span that stands for all of it. There may be tens of thousands of both. */
function areWithin(ranges: readonly PositionRange[], folds: readonly PlacedFold[]): boolean {
  const spans = folds.filter(({ fold }) => fold.target.kind === 'span').sort((a, b) => a.from - b.from);
  let [begun, reach] = [0, -1];
  return ranges
    .toSorted(([a], [b]) => a - b)
    .every(([first, last]) => {
      for (let span = spans[begun]; span !== undefined && span.from <= first; span = spans[++begun])
        reach = Math.max(reach, span.to);
      return last <= reach;
    });
}

/** Folds whose row says another place than they do, as far as the entries are there to tell. There may be tens of thousands of both. */
async function misplaced(
  folds: readonly PlacedFold[],
  rows: readonly { readonly id: string; readonly position: number }[],
  yieldToOthers: () => Promise<void>,
): Promise<FoldId[]> {
  if (folds.length === 0) return [];
  const idAt = new Map<number, string>();
  for (const { id, position } of rows) idAt.set(position, id);
  // An end whose place is not among the rows may not be one of them elsewhere.
  const unseen = new Set<string>();
  for (const { fold, from, to } of folds) {
    const [first, last] = endsOf(fold);
    if (!idAt.has(from)) unseen.add(first);
    if (!idAt.has(to)) unseen.add(last);
  }
  await yieldToOthers();
  const elsewhere = new Set<string>();
  if (unseen.size > 0) for (const { id } of rows) if (unseen.has(id)) elsewhere.add(id);
  const isElsewhere = (id: string, position: number) => (idAt.has(position) ? idAt.get(position) !== id : elsewhere.has(id));
  await yieldToOthers();
  return folds.flatMap(({ fold, from, to }) => {
    const [first, last] = endsOf(fold);
    return isElsewhere(first, from) || isElsewhere(last, to) ? [fold.id] : [];
  });
}

/** Entries at the end of a branch that are as a rule on its last segment: looked for there before it is known where that begins. */
const LIKELY = 1_000;

/** The chain of a head and the rows no span covers. */
async function uncoveredRows(db: Db, { session, coverage, length, end }: Covered) {
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
    const [first, last] = endsOf(fold);
    ids.set(from, first).set(to, last);
  }
  if (head.position !== null) ids.set(length - 1, head.position);
  const ends = [...ids]
    .map(([position, id]) => ({ position, id }))
    .filter(({ position }) => rangeAt(covered, position) !== undefined);
  return ends.sort((a, b) => a.position - b.position);
}
