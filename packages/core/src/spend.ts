import type { Conversation } from './conversation.ts';
import type { Counter } from './counter.ts';
import type { Fold, Span } from './fold.ts';
import { rowTokens } from './render.ts';
import type { Seams } from './seam.ts';
import type { AnsweredDraft } from './settle.ts';
import { place } from './undo.ts';
import { type EntryRow, rowsBetween, type View } from './view.ts';

/** What spending needs to know: the view the drafts were made on. */
export interface SpendTerms {
  readonly conversation: Conversation;
  readonly view: View;
  readonly seams: Seams;
  readonly count: Counter;
}

/** Tokens by which lines that are counted one by one may weigh more together. */
const SLACK = 16;

/**
 * Drafts that come closer to a target than those of which `folds` were made, where `rest` tokens are left of it or, below
 * zero, missing: what is told leaves out or carries more facts, the newest messages stay in view, or the newest parts stay
 * whole. Nothing is asked again. Null where nothing fits any more.
 */
export function closer(
  drafts: readonly AnsweredDraft[],
  folds: readonly Fold[],
  rest: number,
  terms: SpendTerms,
): readonly AnsweredDraft[] | null {
  if (rest < 0) return telling(drafts, rest - SLACK);
  return hidingLess(drafts, rest, terms) ?? cuttingLess(drafts, folds, rest, terms) ?? telling(drafts, rest);
}

/** Summaries with more room for the facts they dropped, or less: each gets its share of the change. */
function telling(drafts: readonly AnsweredDraft[], change: number): readonly AnsweredDraft[] | null {
  const all = drafts.reduce((sum, { draft }) => sum + (draft.limit ?? 0), 0);
  if (all + change <= 0 || all === 0) return null;
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
  { conversation }: SpendTerms,
): readonly AnsweredDraft[] | null {
  const gains = new Map(folds.map(({ target, before, after }) => [JSON.stringify(target), before - after]));
  const groups = [...Map.groupBy(drafts.entries(), ([at, { draft }]) => draft.group ?? at).values()].map((members) => ({
    members: members.map(([, answered]) => answered),
    gain: members.reduce((sum, [, { draft }]) => sum + (gains.get(JSON.stringify(draft.target)) ?? 0), 0),
    at: Math.max(...members.map(([, { draft }]) => place(conversation, draft)?.[1] ?? -1)),
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
function hidingLess(drafts: readonly AnsweredDraft[], rest: number, terms: SpendTerms): readonly AnsweredDraft[] | null {
  const less = [...drafts];
  let room = rest;
  for (;;) {
    const at = newestSpan(less, terms);
    const answered = less[at];
    if (answered === undefined) break;
    const { shorter, spent, whole } = withoutNewest(answered.draft.target as Span, room, terms);
    room -= spent;
    const carries = answered.result !== undefined || answered.draft.body !== '';
    if (shorter === null && !carries) less.splice(at, 1);
    else if (shorter !== null) less[at] = { ...answered, draft: { ...answered.draft, target: shorter } };
    // What stands further back is older: it stays hidden as long as something newer does.
    if (!whole || carries) break;
  }
  return room === rest ? null : less;
}

/** The summary of whole messages that reaches furthest. */
function newestSpan(drafts: readonly AnsweredDraft[], { conversation }: SpendTerms): number {
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
function withoutNewest(span: Span, room: number, { conversation, view, seams, count }: SpendTerms) {
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
