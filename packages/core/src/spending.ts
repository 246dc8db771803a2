import { brokenRule } from './check.ts';
import { closer, SPARE } from './closer.ts';
import { type Conversation, positionsOf } from './conversation.ts';
import type { Fold } from './fold.ts';
import { type Kept, keep } from './keep.ts';
import type { Pass, Problem } from './pass.ts';
import { project, rowTokens, tokensOf } from './project.ts';
import type { RunState } from './run.ts';
import { type Seams, seamsOf } from './seam.ts';
import type { AnsweredDraft } from './settle.ts';
import { rowsBetween } from './view.ts';

/** How often what a target still has room for is looked at, and the share of it that is not worth a look. */
const MAX_LOOKS = 6;
const NEXT_TO_NOTHING = 0.02;
/** How many cuts and hidden messages are looked at. */
const MAX_TAKEN_BACK = 200;

/** Settles the drafts; where that misses a target or leaves room in it, they are settled anew so that they come closer to it. */
export function spending(run: RunState, pass: Pass, problem: Problem, drafts: readonly AnsweredDraft[]): Kept {
  const before = standingOf(run);
  let best = { kept: keep(run, pass, problem, drafts), drafts };
  for (let times = 0; problem.spend && best.kept.kept > 0 && times < MAX_LOOKS; times++) {
    const next = settleCloser(run, pass, problem, best.drafts, before);
    if (next === null) break;
    best = next;
  }
  return best.kept;
}

/** The drafts settled so that they come closer to the target, on top of what stood `before` them; null where none do. */
function settleCloser(run: RunState, pass: Pass, problem: Problem, drafts: readonly AnsweredDraft[], before: Before) {
  const rest = problem.goal - run.tokens;
  if (rest >= 0 && rest <= problem.goal * NEXT_TO_NOTHING) return null;
  const made = run.conversation.folds.slice(before.conversation.folds.length);
  const sofar = standingOf(run);
  for (const next of closer(drafts, made, rest, problem)) {
    Object.assign(run, before);
    const kept = keep(run, pass, problem, next);
    const isCloser = rest < 0 ? run.tokens < sofar.tokens : run.tokens > sofar.tokens && run.tokens <= problem.goal;
    if (kept.kept > 0 && isCloser) return { kept, drafts: next };
    Object.assign(run, sofar);
  }
  return null;
}

/**
 * Spends what all passes together left of a target: single cuts of this run are taken back and the newest messages it hid are shown
 * again, the newest first, as long as they fit. Later passes may have gained more than what an earlier one left room for.
 */
export function spendRest(run: RunState, goal: number): void {
  const before = run.tokens;
  // What comes into view again may itself be cut.
  for (let sofar = -1; sofar < run.tokens && goal - run.tokens > goal * SPARE; ) {
    sofar = run.tokens;
    showMore(run, goal);
  }
  const last = run.reports.at(-1);
  if (run.tokens !== before && last !== undefined) run.reports[run.reports.length - 1] = { ...last, after: run.tokens };
}

function showMore(run: RunState, goal: number): void {
  const seams = seamsOf(run.conversation);
  const made = run.conversation.folds.slice(run.plan.conversation.folds.length);
  const places = positionsOf(run.conversation.transcript);
  const at = ({ target }: Fold) => (target.kind === 'part' ? (places.get(target.entry) ?? 0) : -1);
  const isCut = ({ target, lossless, group }: Fold) => target.kind === 'part' && !lossless && group === undefined;
  let looks = 0;
  for (const fold of made.filter(isCut).sort((a, b) => at(b) - at(a))) {
    const rest = goal - run.tokens;
    if (rest <= goal * SPARE || looks >= MAX_TAKEN_BACK) return;
    if (fold.before - fold.after > rest || run.conversation.folds.some(({ over }) => over === fold.id)) continue;
    looks++;
    tryShowing(run, dropFold(run.conversation, fold), goal, seams);
  }
  for (; looks < MAX_TAKEN_BACK && goal - run.tokens > goal * SPARE; looks++) {
    const next = hidingLess(run);
    if (next === null || !tryShowing(run, next, goal, seams)) return;
  }
}

function dropFold(conversation: Conversation, fold: Fold): Conversation {
  return { ...conversation, folds: conversation.folds.filter((other) => other !== fold) };
}

/** Puts a conversation in the place of the run's where it shows more, breaks no rule and meets the target; tells whether it did. */
function tryShowing(run: RunState, conversation: Conversation, goal: number, seams: Seams): boolean {
  const view = project(conversation);
  const tokens = tokensOf(view, run.plan.count);
  if (tokens <= run.tokens || tokens > goal) return false;
  if (brokenRule({ conversation, seams, before: run.view, after: view, mayCutNewest: true }) !== null) return false;
  Object.assign(run, { conversation, view, tokens });
  return true;
}

/** The conversation with the newest unit in view that a stand-in of this run hides; null where the stand-in would have nothing left to stand for. */
function hidingLess({ conversation, view, plan }: RunState): Conversation | null {
  const older = new Set(plan.conversation.folds);
  const row = view.rows.findLast((row) => row.kind === 'stand-in' && !older.has(row.fold));
  if (row?.kind !== 'stand-in' || row.fold.target.kind !== 'span' || row.tells !== undefined) return null;
  const { fold } = row;
  const others = dropFold(conversation, fold);
  const [first] = seamsOf(others).unit(row.to);
  const last = conversation.transcript[first - 1];
  const beneath = rowsBetween(project(others), Math.max(first, row.from), row.to);
  if (beneath.some((one) => one.kind !== 'entry')) return null;
  if (first <= row.from || last === undefined) return fold.text === '' ? others : null;
  const weight = beneath.reduce((sum, one) => sum + rowTokens(one, plan.count), 0);
  const shorter = { ...fold, target: { ...row.fold.target, to: last.id }, before: fold.before - weight };
  return { ...conversation, folds: conversation.folds.map((other) => (other === fold ? shorter : other)) };
}

type Before = Pick<RunState, 'conversation' | 'view' | 'tokens'>;

function standingOf({ conversation, view, tokens }: RunState): Before {
  return { conversation, view, tokens };
}
