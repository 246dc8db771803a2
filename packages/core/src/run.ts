import { type AskingDraft, answerDrafts, NO_USAGE } from './answering.ts';
import type { Answer, FlatAsk } from './ask.ts';
import type { AskResult } from './ask-answers.ts';
import type { Conversation } from './conversation.ts';
import { counted } from './counted.ts';
import { contentHash, type Hash } from './hash.ts';
import { settleTerms } from './keep.ts';
import type { Draft, Pass, Problem } from './pass.ts';
import type { Plan } from './plan.ts';
import { project } from './project.ts';
import { tokensOf } from './render.ts';
import type { PassReport, Refusal } from './report.ts';
import { seamsOf } from './seam.ts';
import { type AnsweredDraft, settleDrafts } from './settle.ts';
import { spending } from './spending.ts';
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

/** Messages a view sends. */
export function shownRows(view: View): number {
  return view.rows.reduce((sum, row) => sum + (row.message === null ? 0 : 1), 0);
}

function tally(reasons: readonly string[]): readonly Refusal[] {
  const times = new Map<string, number>();
  for (const reason of reasons) times.set(reason, (times.get(reason) ?? 0) + 1);
  return [...times].map(([reason, count]) => ({ reason, times: count }));
}
