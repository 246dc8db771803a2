import type { Fold, Span } from './fold.ts';
import type { Problem } from './pass.ts';
import { cutInstead, cutLess } from './passes/cut-parts.ts';
import { SHORTEST_SUMMARY } from './passes/record-length.ts';
import { rowTokens } from './project.ts';
import type { AnsweredDraft } from './settle.ts';
import { place } from './undo.ts';
import { type EntryRow, rowsBetween } from './view.ts';

/** Share of a target that may stay unused. */
export const SPARE = 0.1;
/** Tokens by which lines that are counted one by one may weigh more together. */
const SLACK = 16;

/**
 * Drafts that may come closer to a target than those of which `folds` were made, where `rest` tokens are left of it or, below
 * zero, missing; the best first. What is told leaves out or carries more facts, the newest messages stay in view, the newest
 * parts whole, the next of them in excerpts. Nothing is asked again.
 */
export function* closer(
  drafts: readonly AnsweredDraft[],
  folds: readonly Fold[],
  rest: number,
  problem: Problem,
): Generator<readonly AnsweredDraft[]> {
  const isMuch = rest > problem.goal * SPARE;
  const ways =
    rest < 0
      ? [() => telling(drafts, rest - SLACK)]
      : [
          () => hidingLess(drafts, rest, problem) ?? cuttingLess(drafts, folds, rest, problem),
          () => telling(drafts, rest),
          () => (isMuch ? hidingPart(drafts, rest, problem) : null) ?? cuttingPart(drafts, folds, rest, problem),
        ];
  for (const way of ways) {
    const next = way();
    if (next !== null) yield next;
  }
}

/** Summaries with more room for the facts they dropped, or less, where they can lose as much and still say something: each gets its share of the change. */
function telling(drafts: readonly AnsweredDraft[], change: number): readonly AnsweredDraft[] | null {
  const limits = drafts.flatMap(({ draft }) => draft.limit ?? []);
  const all = limits.reduce((sum, limit) => sum + limit, 0);
  const least = limits.reduce((sum, limit) => sum + Math.min(limit, SHORTEST_SUMMARY / 2), 0);
  if (all === 0 || (change < 0 && all + change < least)) return null;
  return drafts.map((answered) => {
    const { limit } = answered.draft;
    if (limit === undefined) return answered;
    return { ...answered, draft: { ...answered.draft, limit: Math.max(1, Math.floor(limit + (change * limit) / all)) } };
  });
}

/** Without the drafts of the newest parts, as many as weigh no more than `rest`; what stands together stays together. */
function cuttingLess(
  drafts: readonly AnsweredDraft[],
  folds: readonly Fold[],
  rest: number,
  { conversation }: Problem,
): readonly AnsweredDraft[] | null {
  const gains = new Map(folds.map(({ target, before, after }) => [JSON.stringify(target), before - after]));
  const groups = [...Map.groupBy(drafts.entries(), ([at, { draft }]) => draft.group ?? at).values()].map((members) => ({
    members: members.map(([, answered]) => answered),
    gain: members.reduce((sum, [, { draft }]) => sum + (gains.get(JSON.stringify(draft.target)) ?? 0), 0),
    at: members.reduce((last, [, { draft }]) => Math.max(last, place(conversation, draft)?.[1] ?? -1), -1),
  }));
  const out = new Set<AnsweredDraft>();
  let room = rest;
  for (const { members, gain } of groups.toSorted((a, b) => b.at - a.at)) {
    if (gain <= 0 || gain > room || members.some(({ draft }) => draft.target.kind === 'span' || draft.lossless)) continue;
    room -= gain;
    for (const member of members) out.add(member);
  }
  return out.size === 0 || out.size === drafts.length ? null : drafts.filter((answered) => !out.has(answered));
}

/**
 * Summaries that hide less: the newest messages they cover stay in view, as many as weigh no more than `rest`. Their text stays,
 * so nothing is asked again. Null when not even the newest one has room.
 */
function hidingLess(drafts: readonly AnsweredDraft[], rest: number, problem: Problem): readonly AnsweredDraft[] | null {
  const less = [...drafts];
  let room = rest;
  for (;;) {
    const at = newestSpan(less, problem);
    const answered = less[at];
    if (answered === undefined) break;
    const { shorter, spent, whole } = withoutNewest(answered.draft.target as Span, room, problem);
    room -= spent;
    const carries = answered.result !== undefined || answered.draft.body !== '';
    if (shorter === null && !carries) less.splice(at, 1);
    else if (shorter !== null) less[at] = { ...answered, draft: { ...answered.draft, target: shorter } };
    // What stands further back is older: it stays hidden as long as something newer does.
    if (!whole || carries) break;
  }
  return room === rest ? null : less;
}

/** A summary that hides its newest unit no more, which is shown in excerpts; null where it has no other, or says next to nothing then. */
function hidingPart(drafts: readonly AnsweredDraft[], rest: number, problem: Problem): readonly AnsweredDraft[] | null {
  const at = newestSpan(drafts, problem);
  const answered = drafts[at];
  if (answered === undefined) return null;
  const { conversation, view, seams, count } = problem;
  const span = answered.draft.target as Span;
  const [from, to] = place(conversation, { target: span }) ?? [0, -1];
  const rows = rowsBetween(view, from, to);
  const [first] = seams.unit(rows.at(-1)?.index ?? to);
  const unit = rows.filter((row): row is EntryRow => row.kind === 'entry' && row.index >= first);
  const before = rows.findLast((row) => row.index < first);
  if (before?.kind !== 'entry' || unit.length === 0 || unit.at(-1) !== rows.at(-1)) return null;
  const weight = unit.reduce((sum, row) => sum + rowTokens(row, count), 0);
  const cuts = cutInstead(unit, weight - rest + SLACK, problem);
  if (cuts === null) return null;
  const shorter = { ...answered, draft: { ...answered.draft, target: { ...span, to: before.entry.id } } };
  return [...drafts.with(at, shorter), ...cuts.map((draft) => ({ draft }))];
}

/** The newest part that cannot stay whole is cut no more than it must. */
function cuttingPart(
  drafts: readonly AnsweredDraft[],
  folds: readonly Fold[],
  rest: number,
  problem: Problem,
): readonly AnsweredDraft[] | null {
  const made = new Map(folds.map((fold) => [JSON.stringify(fold.target), fold]));
  const at = drafts.findLastIndex(({ draft, result }) => {
    const fold = made.get(JSON.stringify(draft.target));
    const isOwn = draft.target.kind === 'part' && draft.group === undefined && !draft.lossless && result === undefined;
    return isOwn && fold !== undefined && fold.before - fold.after > rest;
  });
  const draft = drafts[at]?.draft;
  const less = draft && cutLess(draft, (made.get(JSON.stringify(draft.target))?.after ?? 0) + rest - SLACK, problem);
  return less ? drafts.with(at, { draft: less }) : null;
}

/** The summary of whole messages that reaches furthest. */
function newestSpan(drafts: readonly AnsweredDraft[], { conversation }: Problem): number {
  let newest = -1;
  let end = -1;
  for (const [at, { draft }] of drafts.entries()) {
    const to = draft.kind === 'summary' && draft.target.kind === 'span' ? (place(conversation, draft)?.[1] ?? -1) : -1;
    if (to <= end) continue;
    end = to;
    newest = at;
  }
  return newest;
}

/** A span without its newest units, what they weigh, and whether that was all of it; a span keeps its first unit. */
function withoutNewest(span: Span, room: number, { conversation, view, seams, count }: Problem) {
  const [from, to] = place(conversation, { target: span }) ?? [0, -1];
  const rows = rowsBetween(view, from, to);
  let end = rows.length;
  let spent = 0;
  while (end > 0) {
    const [first] = seams.unit((rows[end - 1] as EntryRow).index);
    const start = rows.findIndex((row) => row.index >= first);
    const unit = rows.slice(start, end);
    const weight = unit.reduce((sum, row) => sum + rowTokens(row, count), 0);
    if (start === 0 || spent + weight > room || unit.some((row) => row.kind !== 'entry')) break;
    spent += weight;
    end = start;
  }
  const last = rows[end - 1];
  const shorter = last?.kind === 'entry' && end < rows.length ? { ...span, to: last.entry.id } : null;
  const stand = last?.kind === 'stand-in' && end < rows.length && last.fold.target.kind === 'span' ? last.fold.target.to : null;
  return { shorter: stand === null ? shorter : { ...span, to: stand }, spent, whole: end <= 1 };
}
