import { NO_USAGE } from './answering.ts';
import type { Answer, FlatAsk } from './ask.ts';
import { addUsage } from './ask-answers.ts';
import { CannotFit, type Held } from './cannot-fit.ts';
import type { Conversation } from './conversation.ts';
import { counted, formatCount } from './counted.ts';
import type { Fold } from './fold.ts';
import { evidenceOfFolds } from './keep.ts';
import { lostFacts } from './lost-facts.ts';
import type { Pass } from './pass.ts';
import type { Plan } from './plan.ts';
import { project, rowTokens } from './project.ts';
import type { Means, PassReport, Report } from './report.ts';
import { waitingCalls } from './rules/tool-pairs.ts';
import { beginRun, leastGainOf, type RunState, shownRows } from './run.ts';
import { type PassTerms, runPass } from './run-pass.ts';
import { openingOf, seamsOf } from './seam.ts';
import { spendRest } from './spending.ts';
import { type FloorLevel, floor } from './strategies/floor.ts';
import type { View } from './view.ts';

/** What a run came to. The given conversation is untouched; the returned one has the new folds on top. */
export interface Outcome {
  readonly conversation: Conversation;
  readonly folds: readonly Fold[];
  readonly report: Report;
  /** Set when the limit could not be met even by the floor. */
  readonly unmet: CannotFit | null;
}

/** A run in progress: yields asks the host may answer all at once, is resumed with the answers in the same order. */
export type Condensing = Generator<readonly FlatAsk[], Outcome, readonly Answer[]>;

/** The only loop: measures, stops at the goal, runs the passes that are due, and keeps what passes the check. */
export function* condenseLoop(plan: Plan): Condensing {
  const run = beginRun(plan);
  const goal = plan.goal ?? plan.budget.goal;
  yield* sweep(run, { goal });
  if (run.threw && run.tokens > goal) yield* rescue(run, goal);
  if (plan.limit !== null && run.tokens > plan.limit) {
    yield* makeItFit(run, plan.limit, goal);
    // What referred to hidden messages shows in full again; it may find another origin, and what is written then may be hidden too.
    for (let before = Infinity; run.tokens < before; ) {
      before = run.tokens;
      yield* sweep(run, { goal, local: true }, 1);
      if (run.tokens > plan.limit && run.tokens < before) yield* useFloor(run, plan.limit, goal);
    }
  }
  if (plan.spend) spendRest(run, goal);
  return finish(run, goal);
}

type Steps = Generator<readonly FlatAsk[], void, readonly Answer[]>;

/** More than any pass needs; it ends one that would go on gaining next to nothing. */
const MAX_SWEEPS = 48;

/**
 * Runs the passes in order, and again while they gain something and the goal is not met: a second run is to find nothing.
 * A pass that found nothing is not asked again about the same view.
 */
function* sweep(run: RunState, terms: PassTerms, from = 0): Steps {
  const idle = new Map<Pass, View>();
  let before = Infinity;
  for (let times = from; times < MAX_SWEEPS && run.tokens > terms.goal && run.tokens < before; times++) {
    before = run.tokens;
    for (const pass of run.plan.passes) {
      if (run.tokens <= terms.goal) return;
      if (idle.get(pass) === run.view) continue;
      const back = times === 0 && pass.wholeTurns && !terms.local ? forgetLossless(run) : null;
      const { view } = run;
      yield* runPass(run, pass, terms);
      if (run.view === view) {
        back?.();
        idle.set(pass, run.view);
      }
      if (times > 0) forgetIdle(run);
    }
  }
}

/**
 * Where a target is to be spent on a summary of everything, what was only folded without loss on the way is taken back: the summary
 * finds the same in less. Where it found nothing, what is returned puts all of it back.
 */
function forgetLossless(run: RunState): (() => void) | null {
  const { plan, conversation, view, tokens, reports } = run;
  const made = conversation.folds.slice(plan.conversation.folds.length);
  if (!plan.spend || made.length === 0 || made.some(({ lossless }) => !lossless)) return null;
  Object.assign(run, { conversation: plan.conversation, view: project(plan.conversation), tokens: run.before });
  const told = reports.splice(0);
  return () => {
    Object.assign(run, { conversation, view, tokens });
    reports.splice(0, reports.length, ...told, ...reports.map((report) => ({ ...report, before: tokens, after: tokens })));
  };
}

/** Takes back the report of a pass that was run once more and found nothing. */
function forgetIdle({ reports }: RunState): void {
  const last = reports.at(-1);
  if (last?.kept === 0 && last.asks === 0) reports.pop();
}

/** A strategy that threw gives way to another, without a model unless it used one itself. */
function* rescue(run: RunState, goal: number): Steps {
  const { rescue: instead, strategy } = run.plan;
  if (instead === undefined) return;
  run.warnings.push(`${strategy.name} failed, so ${instead.name} was used instead.`);
  for (const pass of instead.passes) {
    if (run.tokens > goal) yield* runPass(run, pass, { goal, local: !run.asked });
  }
}

/** The rest of the means, in order: the same passes with half the retention and half the summary, then the floor. */
function* makeItFit(run: RunState, limit: number, goal: number): Steps {
  for (const pass of run.plan.passes) {
    if (run.tokens <= limit) return;
    const asked = run.reports.filter(({ id, asks }) => id === pass.id && asks > 0);
    // Who could not answer is not asked for half of it.
    if (asked.some(({ kept }) => kept === 0)) continue;
    // Half of the records is nothing to give, or to pay, for a target that is out of reach even so.
    if (isWish(run) && recordTokens(run) / 2 < run.tokens - limit) continue;
    yield* runPass(run, pass, { goal, squeeze: 2, anew: asked.length > 0 });
    forgetIdle(run);
  }
  if (run.tokens > limit) yield* useFloor(run, limit, goal);
}

/** True where what is missing is a target, not room: no reason to give up what is known. */
function isWish({ plan, tokens }: RunState): boolean {
  return plan.spend === true && tokens <= plan.budget.room;
}

function recordTokens({ view, plan }: RunState): number {
  const records = view.rows.filter((row) => row.kind === 'stand-in' && row.fold.kind === 'summary');
  return records.reduce((sum, row) => sum + rowTokens(row, plan.count), 0);
}

/** Share of the way from limit to goal that is left free where the goal cannot be met: the next requests are to fit too. */
const HEADROOM = 0.5;

/**
 * Runs the floor's passes, each as often as it still finds something: what referred to hidden text shows in full again and
 * must go too. Where that made the request heavier, it goes back to the lightest it has been, and to what was told by then.
 */
function* useFloor(run: RunState, limit: number, goal: number): Steps {
  const before = standing(run);
  let lightest = before;
  const deep = Math.min(goal, limit);
  const levels: Record<FloorLevel, number> = {
    goal: deep,
    roomy: Math.floor(limit - (limit - deep) * HEADROOM),
    limit,
    nothing: 0,
  };
  const sparePeople = !run.threw && !run.plan.passes.some((pass) => pass.wholeTurns);
  let hope: Standing | null = null;
  for (const pass of floor.passes({ sparePeople })) {
    if (isWish(run) && pass.desperate === 'never for a wish') continue;
    if (pass.desperate !== undefined) hope ??= standing(run);
    let kept = 1;
    for (let times = 0; times < MAX_SWEEPS && kept > 0 && run.tokens > levels[pass.enough]; times++) {
      yield* runPass(run, pass, { goal: levels[pass.downTo] });
      kept = run.reports.at(-1)?.kept ?? 0;
      forgetIdle(run);
      if (kept > 0 && pass.floor) run.floor = true;
      if (run.tokens < lightest.tokens) lightest = standing(run);
    }
  }
  if (hope !== null && run.tokens > limit && run.plan.spend && hope.tokens <= run.plan.budget.room) goBack(run, hope);
  else if (run.tokens >= before.tokens || (run.tokens > limit && lightest.tokens <= limit)) goBack(run, lightest);
}

/** Where a run stands, and how many passes have been told by then. */
interface Standing extends Pick<RunState, 'conversation' | 'view' | 'tokens' | 'floor'> {
  readonly told: number;
}

function standing({ conversation, view, tokens, floor, reports }: RunState): Standing {
  return { conversation, view, tokens, floor, told: reports.length };
}

function goBack(run: RunState, { told, ...standing }: Standing): void {
  Object.assign(run, standing);
  run.reports.length = told;
}

/** Closes the books: a run that gained too little is dropped, the kept folds get the run's name. */
function finish(run: RunState, goal: number): Outcome {
  const { plan } = run;
  const gain = run.before - run.tokens;
  if (gain > 0 && gain < leastGainOf(plan, run.before)) {
    run.warnings.push(`Only ${counted(gain, 'token')} would be gained, which is not worth it. Nothing was changed.`);
    Object.assign(run, { conversation: plan.conversation, view: project(plan.conversation), tokens: run.before });
  }
  const made = run.conversation.folds.slice(plan.conversation.folds.length);
  const name = run.hash(made.map((fold) => fold.id).join('\n')).slice(0, 12);
  const folds = made.map((fold) => ({ ...fold, run: name }));
  const conversation = { ...plan.conversation, folds: [...plan.conversation.folds, ...folds] };
  if (run.floor && made.length > 0)
    run.warnings.push(
      'The strategy could not make the context fit, so the oldest messages were hidden or cut mechanically. Nothing is lost: undo or recall brings it back.',
    );
  if (made.length === 0 && run.before <= goal) run.warnings.push('The context is already at or below its goal.');
  const lost = lostFacts(plan.conversation, run.view);
  if (lost !== null) run.warnings.push(lost);
  run.warnings.push(...run.reports.flatMap(troubleOf));
  const wished = plan.spend ? goal : plan.limit;
  if (wished !== null && run.tokens > wished) run.warnings.push(unmetWarning(run, wished));
  return { conversation, folds, report: reportOf(run, goal, folds.length), unmet: unmetLimit(run) };
}

function unmetWarning({ plan, tokens }: RunState, wished: number): string {
  const left = `${formatCount(tokens)} tokens are left, more than the ${formatCount(wished)} that were wished for.`;
  return plan.limit !== null && plan.limit <= wished
    ? `${left} What must stay in view, and records somebody can go on from, weigh more than that.`
    : `${left} ${plan.strategy.name} may do no more than that; another strategy, such as Smart, can.`;
}

/** What went wrong in a pass, or kept it from running: people must not have to guess. */
function troubleOf({ name, failed, skipped, refused }: PassReport): readonly string[] {
  const reasons = refused.map(({ reason, times }) => (times === 1 ? reason : `${reason} (${times} times)`));
  return [...(failed === undefined ? [] : [failed]), ...(skipped === undefined ? [] : [skipped]), ...reasons].map(
    (reason) => `${name}: ${reason}`,
  );
}

function reportOf(run: RunState, goal: number, folds: number): Report {
  const { plan, reports } = run;
  const means: Means = folds === 0 ? 'none' : run.floor ? 'floor' : answeredEmbedded(run) ? 'embedded' : 'strategy';
  return {
    strategy: { id: plan.strategy.id, name: plan.strategy.name },
    before: run.before,
    after: run.tokens,
    messagesBefore: run.rowsBefore,
    messagesAfter: shownRows(run.view),
    folds,
    passes: reports,
    asks: reports.reduce((sum, report) => sum + report.asks, 0),
    usage: reports.reduce((sum, report) => addUsage(sum, report.usage), NO_USAGE),
    means,
    evidence: evidenceOfFolds(foldsInView(run)),
    warnings: run.warnings,
    ...(plan.spend && run.tokens > goal ? { unmet: goal } : {}),
    exact: plan.count.exact,
  };
}

function answeredEmbedded({ mended, reports }: RunState): boolean {
  return mended || reports.some(({ by }) => by.includes('embedded'));
}

/** Folds this run made that are in view, not covered by a later one. */
function foldsInView({ plan, view }: RunState): readonly Fold[] {
  const older = new Set(plan.conversation.folds);
  const shown = view.rows.flatMap((row) => (row.kind === 'stand-in' ? [row.tells ?? row.fold] : row.folds));
  return shown.filter((fold) => !older.has(fold));
}

function unmetLimit(run: RunState): CannotFit | null {
  const { limit, count, budget } = run.plan;
  if (limit === null || run.tokens <= Math.max(limit, budget.room)) return null;
  const opening = new Set(openingOf(run.conversation.transcript));
  const seams = seamsOf(run.conversation);
  const waiting = new Set(waitingCalls(run.conversation.transcript));
  const whyHeld = (index: number) => {
    if (!seams.fixed(index)) return null;
    if (opening.has(index)) return 'opening';
    return index === seams.request ? 'request' : waiting.has(index) ? 'unanswered call' : 'protected';
  };
  const held = run.view.rows.flatMap((row): Held[] => {
    if (row.kind !== 'entry') return [];
    const why = whyHeld(row.index);
    return why === null ? [] : [{ entry: row.entry.id, index: row.index, tokens: rowTokens(row, count), why }];
  });
  return new CannotFit(
    run.tokens,
    budget.room,
    held.sort((a, b) => b.tokens - a.tokens),
  );
}
