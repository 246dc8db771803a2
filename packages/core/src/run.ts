import { type AskingDraft, answerDrafts, NO_USAGE } from './answering.ts';
import type { Answer, FlatAsk } from './ask.ts';
import type { AskResult } from './ask-answers.ts';
import { brokenRule } from './check.ts';
import { type Conversation, positionsOf } from './conversation.ts';
import { counted, formatCount } from './counted.ts';
import { addScores, type EvidenceScore } from './evidence/item.ts';
import type { Fold } from './fold.ts';
import { contentHash, type Hash } from './hash.ts';
import type { Draft, Pass, Problem } from './pass.ts';
import type { Plan } from './plan.ts';
import { project } from './project.ts';
import { tokensOf } from './render.ts';
import type { PassReport, Refusal } from './report.ts';
import { seamsOf } from './seam.ts';
import { type AnsweredDraft, settleDrafts } from './settle.ts';
import { sparingOrigins } from './sparing.ts';
import { closer, SPARE } from './spend.ts';
import type { View } from './view.ts';

/** A run under way: the conversation as it stands now and the books that are kept of it. */
export interface Run {
  readonly plan: Plan;
  readonly hash: Hash;
  readonly before: number;
  readonly rowsBefore: number;
  conversation: Conversation;
  view: View;
  tokens: number;
  readonly reports: PassReport[];
  readonly warnings: string[];
  /** The floor had to be used. */
  floor: boolean;
  /** Some ask was answered by the fallback. */
  mended: boolean;
  /** A pass threw. */
  threw: boolean;
  /** The host was asked something. */
  asked: boolean;
  /** What it said, by the ask's key: nothing is asked, or paid for, twice in a run. */
  readonly answers: Map<string, Answer>;
}

/** How one pass is run: how far, how hard, and whether the host may be asked. */
export interface PassTerms {
  readonly goal: number;
  readonly squeeze?: number;
  readonly anew?: boolean;
  readonly local?: boolean;
}

/** A run before its first pass. */
export function beginRun(plan: Plan): Run {
  const view = project(plan.conversation);
  const tokens = tokensOf(view, plan.count);
  return {
    plan,
    hash: plan.hash ?? contentHash,
    before: tokens,
    rowsBefore: shownRows(view),
    conversation: plan.conversation,
    view,
    tokens,
    reports: [],
    warnings: [...(plan.notes ?? [])],
    floor: false,
    mended: false,
    threw: false,
    asked: false,
    answers: new Map(),
  };
}

/** Tokens below which lightening a request of `tokens` is not worth a call or a broken cache. Anything is while it does not fit. */
export function leastGainOf(plan: Plan, tokens: number): number {
  if (plan.limit !== null && tokens > plan.limit) return 0;
  return plan.leastGain ?? Math.ceil(tokens / 50);
}

/** Runs one pass on top of what the run has so far, and writes down what came of it. */
export function* runPass(run: Run, pass: Pass, terms: PassTerms): Generator<readonly FlatAsk[], void, readonly Answer[]> {
  const blank = {
    id: pass.id,
    name: pass.name,
    before: run.tokens,
    after: run.tokens,
    drafts: 0,
    kept: 0,
    asks: 0,
    usage: NO_USAGE,
    by: [],
    refused: [],
  };
  if (pass.when.type === 'conditional' && run.tokens <= pass.when.tokenThreshold) {
    run.reports.push({
      ...blank,
      skipped: `The context is not above ${counted(pass.when.tokenThreshold, 'token')}.`,
    });
    return;
  }
  const problem = problemOf(run, terms);
  let drafts: readonly Draft[];
  try {
    drafts = pass.propose(problem);
  } catch (error) {
    run.threw = true;
    run.reports.push({ ...blank, failed: `The pass failed: ${error instanceof Error ? error.message : String(error)}` });
    return;
  }
  const poor = tooLittle(run, pass, drafts);
  if (poor !== null) {
    run.reports.push({ ...blank, drafts: drafts.length, skipped: poor });
    return;
  }
  const asking = drafts.filter(asks);
  const { results, ...book } = yield* answerDrafts(run, asking, terms.local ?? false);
  const outcome = spending(run, pass, problem, answered(drafts, results));
  if (book.mended.length > 0) run.mended = true;
  run.reports.push({
    ...blank,
    after: run.tokens,
    drafts: drafts.length,
    kept: outcome.kept,
    ...(outcome.evidence === undefined ? {} : { evidence: outcome.evidence }),
    ...(outcome.failed === undefined ? {} : { failed: outcome.failed }),
    asks: book.asks,
    usage: book.usage,
    by: book.by,
    refused: tally([
      ...outcome.refused,
      ...book.mended.map((reason) => `Answered by the embedded summarizer instead: ${reason}.`),
    ]),
  });
}

/** Drafts that ask are weighed before anything is paid, by what their answers are expected to weigh. */
function tooLittle(run: Run, pass: Pass, drafts: readonly Draft[]): string | null {
  const asking = drafts.filter(asks);
  if (asking.length === 0) return null;
  const dry = settleDrafts(answered(drafts, new Map(asking.map((draft) => [draft, UNANSWERED]))), settleTerms(run, pass));
  const gain = dry.folds.reduce((sum, fold) => sum + fold.before - fold.after, 0);
  return gain > leastGainOf(run.plan, run.tokens)
    ? null
    : `Only ${counted(Math.max(0, gain), 'token')} could be gained, which is not worth a summary.`;
}

const UNANSWERED: AskResult = { text: null, by: [], mended: [] };

function asks(draft: Draft): draft is AskingDraft {
  return typeof draft.body !== 'string';
}

function answered(drafts: readonly Draft[], results: ReadonlyMap<Draft, AskResult>): readonly AnsweredDraft[] {
  return drafts.map((draft) => {
    const result = results.get(draft);
    return result === undefined ? { draft } : { draft, result };
  });
}

function settleTerms(run: Run, pass: Pass) {
  const { conversation, view, hash, plan } = run;
  const last = [conversation.transcript.at(-1)?.id, conversation.folds.at(-1)?.id, pass.id, run.reports.length];
  return { conversation, view, count: plan.count, hash, by: pass.id, salt: hash(last.join('\n')) };
}

/** What came of the drafts of a pass. */
interface Kept {
  readonly kept: number;
  readonly refused: readonly string[];
  readonly failed?: string;
  readonly evidence?: EvidenceScore;
}

/** How often what a target still has room for is looked at, and the share of it that is not worth a look. */
const MOST_LOOKS = 6;
const NEXT_TO_NOTHING = 0.02;
/** How many single cuts are looked at. */
const MOST_TAKEN_BACK = 200;

/** Settles the drafts; where that misses a target or leaves room in it, they are settled anew so that they come closer to it. */
function spending(run: Run, pass: Pass, problem: Problem, drafts: readonly AnsweredDraft[]): Kept {
  const before = standingOf(run);
  let best = { kept: keep(run, pass, problem, drafts), drafts };
  for (let times = 0; problem.spend && best.kept.kept > 0 && times < MOST_LOOKS; times++) {
    const next = settledCloser(run, pass, problem, best.drafts, before);
    if (next === null) break;
    best = next;
  }
  if (problem.spend && best.kept.kept > 0) showMore(run, problem);
  return best.kept;
}

/** The drafts settled so that they come closer to the target, on top of what stood `before` them; null where none do. */
function settledCloser(run: Run, pass: Pass, problem: Problem, drafts: readonly AnsweredDraft[], before: Before) {
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
function showMore(run: Run, { goal, seams }: Problem): void {
  const { plan } = run;
  const places = positionsOf(run.conversation.transcript);
  const at = ({ target }: Fold) => (target.kind === 'part' ? (places.get(target.entry) ?? 0) : -1);
  const made = run.conversation.folds.slice(plan.conversation.folds.length);
  const isCut = ({ target, lossless, group }: Fold) => target.kind === 'part' && !lossless && group === undefined;
  let looks = 0;
  for (const fold of made.filter(isCut).sort((a, b) => at(b) - at(a))) {
    const rest = goal - run.tokens;
    if (rest <= goal * SPARE || looks >= MOST_TAKEN_BACK) return;
    if (fold.before - fold.after > rest || run.conversation.folds.some(({ over }) => over === fold.id)) continue;
    looks++;
    const conversation = { ...run.conversation, folds: run.conversation.folds.filter((other) => other !== fold) };
    const view = project(conversation);
    const tokens = tokensOf(view, plan.count);
    const broken = brokenRule({ conversation, seams, before: run.view, after: view, mayCutNewest: true });
    if (broken === null && tokens > run.tokens && tokens <= goal) Object.assign(run, { conversation, view, tokens });
  }
}

type Before = Pick<Run, 'conversation' | 'view' | 'tokens'>;

function standingOf({ conversation, view, tokens }: Run): Before {
  return { conversation, view, tokens };
}

/**
 * Settles the drafts on top of the run; takes all of them back when a rule broke or the view grew, which is tried again
 * without what references point to: they would show in full. The floor may let it grow between its steps: it is weighed as
 * a whole.
 */
function keep(run: Run, pass: Pass, problem: Problem, drafts: readonly AnsweredDraft[]): Kept {
  const { folds, refused } = settleDrafts(drafts, settleTerms(run, pass));
  const outcome = putOn(run, pass, problem, folds);
  const spared = outcome.grew ? sparingOrigins(folds, run.view) : [];
  if (spared.length === 0 || spared.length === folds.length) return { ...outcome.kept, refused };
  const again = putOn(run, pass, problem, spared);
  const brought = Array<string>(folds.length - spared.length).fill('What refers to it would show in full again.');
  return again.kept.kept === 0 ? { ...outcome.kept, refused } : { ...again.kept, refused: [...refused, ...brought] };
}

function putOn(run: Run, pass: Pass, problem: Problem, folds: readonly Fold[]): { kept: Omit<Kept, 'refused'>; grew: boolean } {
  if (folds.length === 0) return { kept: { kept: 0 }, grew: false };
  const conversation = { ...run.conversation, folds: [...run.conversation.folds, ...folds] };
  const view = project(conversation);
  const tokens = tokensOf(view, run.plan.count);
  const broken = brokenRule({
    conversation,
    seams: problem.seams,
    before: run.view,
    after: view,
    mayCutNewest: pass.floor === true,
  });
  // Pieces that each gained may come to nothing together, where a reference shows in full again: no fault, and nothing to keep.
  if (broken === null && tokens === run.tokens && !pass.floor) return { kept: { kept: 0 }, grew: true };
  const grew = broken === null && tokens > run.tokens && !pass.floor;
  if (broken !== null || grew) {
    const why = broken ?? `The context would grow from ${formatCount(run.tokens)} to ${counted(tokens, 'token')}.`;
    return { kept: { kept: 0, failed: `Taken back: ${why}` }, grew };
  }
  Object.assign(run, { conversation, view, tokens });
  return { kept: { kept: folds.length, evidence: evidenceOfFolds(folds) }, grew };
}

function problemOf(run: Run, { goal, squeeze = 1, anew = false }: PassTerms): Problem {
  const { plan, view, tokens, hash } = run;
  return {
    conversation: run.conversation,
    view,
    seams: seamsOf(run.conversation),
    tokens,
    excess: Math.max(0, tokens - goal),
    goal,
    spend: plan.spend ?? false,
    budget: plan.budget,
    count: plan.count,
    ask: { room: plan.askRoom },
    sent: plan.sent ?? null,
    hash,
    squeeze,
    anew,
  };
}

/** What some folds kept, all together. */
export function evidenceOfFolds(folds: readonly Fold[]): EvidenceScore {
  return folds.reduce((sum: EvidenceScore, fold) => addScores(sum, fold.evidence), {});
}

/** Messages a view sends. */
export function shownRows(view: View): number {
  return view.rows.reduce((sum, row) => sum + (row.message === null ? 0 : 1), 0);
}

function tally(reasons: readonly string[]): readonly Refusal[] {
  const times = new Map<string, number>();
  for (const reason of reasons) times.set(reason, (times.get(reason) ?? 0) + 1);
  return [...times].map(([reason, count]) => ({ reason, times: count }));
}
