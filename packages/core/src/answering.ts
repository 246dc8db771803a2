import type { Answer, Ask, FlatAsk, Usage } from './ask.ts';
import { type AnswerTerms, type AskResult, addUsage, answerAsks } from './ask-answers.ts';
import type { Hash } from './hash.ts';
import type { Draft } from './pass.ts';
import type { Plan } from './plan.ts';

/** A draft whose text a model is asked for. */
export type AskingDraft = Draft & { readonly body: Ask };

/** What answering shares over a whole run. */
export interface Answering {
  readonly plan: Plan;
  readonly hash: Hash;
  /** The host was asked something. */
  asked: boolean;
  /** What it said, by the ask's key: nothing is asked, or paid for, twice in a run. */
  readonly answers: Map<string, Answer>;
}

/** What the asks of one pass came to. */
export interface AnswerBook {
  readonly results: ReadonlyMap<Draft, AskResult>;
  /** Calls the host was asked to make. */
  readonly asks: number;
  readonly usage: Usage;
  readonly by: readonly string[];
  /** Failures that the fallback made good. */
  readonly mended: readonly string[];
}

/** No tokens billed. */
export const NO_USAGE: Usage = { input: 0, output: 0 };

/** Has every ask of a pass answered; by the fallback alone when it is to be done locally. */
export function* answerDrafts(
  run: Answering,
  drafts: readonly AskingDraft[],
  local: boolean,
): Generator<readonly FlatAsk[], AnswerBook, readonly Answer[]> {
  if (drafts.length === 0) return { results: new Map(), asks: 0, usage: NO_USAGE, by: [], mended: [] };
  const asked = answerAsks(
    drafts.map((draft) => draft.body),
    termsOf(run),
  );
  const { results, asks, usage } = local ? answerLocally(asked) : yield* answerOnce(run, asked);
  return {
    results: new Map(drafts.map((draft, index) => [draft, results[index] as AskResult])),
    asks,
    usage,
    by: [...new Set(results.flatMap((result) => result.by))],
    mended: results.flatMap((result) => result.mended),
  };
}

function termsOf({ plan, hash }: Answering): AnswerTerms {
  const { askRoom, count, fallback } = plan;
  return { room: askRoom, count, hash, ...(fallback === undefined ? {} : { fallback }) };
}

type Asked = ReturnType<typeof answerAsks>;
type Answers = Pick<AnswerBook, 'asks' | 'usage'> & { readonly results: readonly AskResult[] };

/** Hands on what has not been asked in this run before. */
function* answerOnce(run: Answering, asked: Asked): Generator<readonly FlatAsk[], Answers, readonly Answer[]> {
  run.asked = true;
  let asks = 0;
  let usage = NO_USAGE;
  let step = asked.next();
  while (!step.done) {
    const fresh = new Map(step.value.filter(({ key }) => !run.answers.has(key)).map((ask) => [ask.key, ask]));
    const said = fresh.size === 0 ? [] : yield [...fresh.values()];
    [...fresh.keys()].forEach((key, index) => {
      const answer = said[index] ?? null;
      run.answers.set(key, answer);
      if (answer?.ok) usage = addUsage(usage, answer.usage);
    });
    asks += fresh.size;
    step = asked.next(step.value.map(({ key }) => run.answers.get(key) ?? null));
  }
  return { results: step.value, asks, usage };
}

/** Answers every batch as if the host had failed, so that the fallback speaks. */
function answerLocally(asked: Asked): Answers {
  let step = asked.next();
  while (!step.done) step = asked.next(step.value.map(() => ({ ok: false, error: 'no model was asked' })));
  return { results: step.value, asks: 0, usage: NO_USAGE };
}
