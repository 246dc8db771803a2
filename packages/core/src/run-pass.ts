import { type AskingDraft, answerDrafts, NO_USAGE } from './answering.ts';
import type { Answer, FlatAsk } from './ask.ts';
import type { AskResult } from './ask-answers.ts';
import { counted } from './counted.ts';
import { settleTerms } from './keep.ts';
import type { Draft, Pass, Problem } from './pass.ts';
import type { Refusal } from './report.ts';
import { leastGainOf, type RunState } from './run.ts';
import { seamsOf } from './seam.ts';
import { type AnsweredDraft, settleDrafts } from './settle.ts';
import { spending } from './spending.ts';

/** How one pass is run: how far, how hard, and whether the host may be asked. */
export interface PassTerms {
  readonly goal: number;
  readonly squeeze?: number;
  readonly anew?: boolean;
  readonly local?: boolean;
}

/** Runs one pass on top of what the run has so far, and writes down what came of it. */
export function* runPass(run: RunState, pass: Pass, terms: PassTerms): Generator<readonly FlatAsk[], void, readonly Answer[]> {
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
      ...book.mended.map((reason) => `Answered by the embedded summarizer instead: ${reason.replace(/\.$/, '')}.`),
    ]),
  });
}

/** Drafts that ask are weighed before anything is paid, by what their answers are expected to weigh. */
function tooLittle(run: RunState, pass: Pass, drafts: readonly Draft[]): string | null {
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

function problemOf(run: RunState, { goal, squeeze = 1, anew = false }: PassTerms): Problem {
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

function tally(reasons: readonly string[]): readonly Refusal[] {
  const times = new Map<string, number>();
  for (const reason of reasons) times.set(reason, (times.get(reason) ?? 0) + 1);
  return [...times].map(([reason, count]) => ({ reason, times: count }));
}
