import { brokenRule } from './check.ts';
import { closer, SPARE } from './closer.ts';
import { positionsOf } from './conversation.ts';
import type { Fold } from './fold.ts';
import { type Kept, keep } from './keep.ts';
import type { Pass, Problem } from './pass.ts';
import { project } from './project.ts';
import { tokensOf } from './render.ts';
import type { RunState } from './run.ts';
import type { AnsweredDraft } from './settle.ts';

/** How often what a target still has room for is looked at, and the share of it that is not worth a look. */
const MAX_LOOKS = 6;
const NEXT_TO_NOTHING = 0.02;
/** How many single cuts are looked at. */
const MAX_TAKEN_BACK = 200;

/** Settles the drafts; where that misses a target or leaves room in it, they are settled anew so that they come closer to it. */
export function spending(run: RunState, pass: Pass, problem: Problem, drafts: readonly AnsweredDraft[]): Kept {
  const before = standingOf(run);
  let best = { kept: keep(run, pass, problem, drafts), drafts };
  for (let times = 0; problem.spend && best.kept.kept > 0 && times < MAX_LOOKS; times++) {
    const next = settledCloser(run, pass, problem, best.drafts, before);
    if (next === null) break;
    best = next;
  }
  if (problem.spend && best.kept.kept > 0) showMore(run, problem);
  return best.kept;
}

/** The drafts settled so that they come closer to the target, on top of what stood `before` them; null where none do. */
function settledCloser(run: RunState, pass: Pass, problem: Problem, drafts: readonly AnsweredDraft[], before: Before) {
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

/** Takes back single cuts of this run, the newest first, that a target has room for now that later passes went further. */
function showMore(run: RunState, { goal, seams }: Problem): void {
  const { plan } = run;
  const places = positionsOf(run.conversation.transcript);
  const at = ({ target }: Fold) => (target.kind === 'part' ? (places.get(target.entry) ?? 0) : -1);
  const made = run.conversation.folds.slice(plan.conversation.folds.length);
  const isCut = ({ target, lossless, group }: Fold) => target.kind === 'part' && !lossless && group === undefined;
  let looks = 0;
  for (const fold of made.filter(isCut).sort((a, b) => at(b) - at(a))) {
    const rest = goal - run.tokens;
    if (rest <= goal * SPARE || looks >= MAX_TAKEN_BACK) return;
    if (fold.before - fold.after > rest || run.conversation.folds.some(({ over }) => over === fold.id)) continue;
    looks++;
    const conversation = { ...run.conversation, folds: run.conversation.folds.filter((other) => other !== fold) };
    const view = project(conversation);
    const tokens = tokensOf(view, plan.count);
    const broken = brokenRule({ conversation, seams, before: run.view, after: view, mayCutNewest: true });
    if (broken === null && tokens > run.tokens && tokens <= goal) Object.assign(run, { conversation, view, tokens });
  }
}

type Before = Pick<RunState, 'conversation' | 'view' | 'tokens'>;

function standingOf({ conversation, view, tokens }: RunState): Before {
  return { conversation, view, tokens };
}
