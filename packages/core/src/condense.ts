import type { Answer, FlatAsk, Usage } from './ask.ts';
import { type Budget, budgetFor, budgetOf } from './budget.ts';
import { type Condensing, condenseLoop, type Outcome } from './condense-loop.ts';
import { type Conversation, conversationOf } from './conversation.ts';
import { counterFor } from './count/model-counter.ts';
import type { Counter } from './counter.ts';
import { embeddedAnswer } from './embedded/answer.ts';
import type { Fold } from './fold.ts';
import type { Message, ToolDefinition } from './message.ts';
import type { Plan } from './plan.ts';
import { project, render } from './project.ts';
import type { Report } from './report.ts';
import { seamsOf } from './seam.ts';
import { fullnessOf, type Status, statusOf } from './status.ts';
import { lossless } from './strategies/lossless.ts';
import { native } from './strategies/native.ts';
import { findStrategy, preparePasses } from './strategies/registry.ts';
import type { AnyStrategy } from './strategy.ts';
import { transcriptOf } from './transcript.ts';

/** What an app has of a conversation. */
export interface Messages {
  readonly messages: readonly Message[];
  readonly system?: string;
  readonly tools?: readonly ToolDefinition[];
  /** What is being typed. */
  readonly draft?: string;
  /** Folds an earlier `condense` returned. */
  readonly folds?: readonly Fold[];
  /** Positions of messages that must stay as they are. */
  readonly protected?: readonly number[];
}

/** How an app wants its conversation condensed. Give a model, or the tokens a request may have. */
export interface CondenseOptions extends Omit<Messages, 'messages' | 'draft'> {
  readonly model?: string;
  readonly budget?: number | Budget;
  readonly strategy?: string | AnyStrategy;
  readonly config?: object;
  /** Answers an ask with a model of the app's; the embedded summarizer when not given, and where it throws. */
  readonly answer?: (ask: FlatAsk) => string | AnsweredText | Promise<string | AnsweredText>;
  /** Tokens to come down to. Given, it folds even where nothing is due yet. */
  readonly target?: number;
  /** Fold whenever the context is above its goal, not only when a watermark is reached. */
  readonly force?: boolean;
  /** Tokens the summarizer's window takes; 32,000 when not given. */
  readonly summarizerWindow?: number;
  /** Answer nothing and pay nothing: the report says what a run would come to. */
  readonly dryRun?: boolean;
}

/** An answer with what it cost. */
export interface AnsweredText {
  readonly text: string;
  readonly by?: string;
  readonly usage?: Usage;
}

/** What `condense` gives back: the messages to send, all active folds, and what was done. */
export interface Condensed {
  readonly messages: readonly Message[];
  readonly folds: readonly Fold[];
  readonly report: Report;
}

const SUMMARIZER_WINDOW = 32_000;
/** Tokens the embedded summarizer takes: it reads everything at once. */
export const EMBEDDED_WINDOW = 1_000_000_000;

/** The embedded summarizer as what answers asks. */
export function embeddedAnswerer(count: Counter): (ask: FlatAsk) => AnsweredText {
  return (ask) => ({ text: embeddedAnswer(ask, count), by: 'embedded' });
}

/**
 * Brings a conversation inside its budget and says how. The messages given are not changed; pass the folds back
 * in with the grown list next time, so that what is settled stays settled.
 * @throws CannotFit when even the floor cannot make the request fit.
 */
export async function condense(messages: readonly Message[], options: CondenseOptions = {}): Promise<Condensed> {
  const { answer, summarizerWindow = answer === undefined ? EMBEDDED_WINDOW : SUMMARIZER_WINDOW } = options;
  const plan = planFor(messages, { ...options, summarizerWindow });
  const run = condenseLoop(plan);
  const outcome = options.dryRun ? dryRun(run) : await answerWith(run, answer ?? embeddedAnswerer(plan.count));
  if (outcome.unmet !== null) throw outcome.unmet;
  return { messages: render(project(outcome.conversation)), folds: outcome.conversation.folds, report: outcome.report };
}

/** The run `condense` makes, for hosts that want to estimate it, answer it themselves or look at both views. */
export function planFor(messages: readonly Message[], options: Omit<CondenseOptions, 'answer' | 'dryRun'> = {}): Plan {
  return planOn(conversationFrom({ ...options, messages }), options);
}

/** How a conversation that is there already is to be condensed. */
export type PlanOptions = Omit<CondenseOptions, keyof Messages | 'answer' | 'dryRun'>;

/** The same run on a conversation a host keeps itself. */
export function planOn(conversation: Conversation, options: PlanOptions): Plan {
  const { budget, count } = measuresOf(options);
  const { needsFold } = fullnessOf({ view: project(conversation), count, budget });
  const due = needsFold !== 'none' || options.force === true || options.target !== undefined;
  const strategy = typeof options.strategy === 'object' ? options.strategy : findStrategy(options.strategy ?? native.id);
  const { passes, warnings } = preparePasses(strategy, options.config);
  // Lossless loses nothing for a wish: it says how far it came, and only what does not fit is cut.
  const target = strategy.id === lossless.id ? undefined : options.target;
  return {
    conversation,
    strategy,
    passes: due ? passes : [],
    budget,
    count,
    ...(options.target === undefined ? {} : { goal: options.target, spend: true }),
    // What is not due is only held to what fits: below the floor even a full context is left alone.
    limit: target ?? (due ? budget.hardAt - 1 : budget.room),
    askRoom: options.summarizerWindow ?? SUMMARIZER_WINDOW,
    fallback: (ask) => embeddedAnswer(ask, count),
    rescue: { name: native.name, passes: native.passes(native.config.defaults) },
    notes: warnings,
  };
}

/** How full a conversation is, what fills it and whether it must be folded: one answer for gauge and trigger. */
export function status(given: Messages, model: string | Budget): Status {
  const { budget, count } = measuresOf(typeof model === 'string' ? { model } : { budget: model });
  const conversation = conversationFrom(given);
  return statusOf({
    view: project(conversation),
    seams: seamsOf(conversation),
    count,
    budget,
    ...(given.draft === undefined ? {} : { draft: given.draft }),
  });
}

/** Runs a loop with nobody answering: every ask counts as what it is expected to weigh. */
export function dryRun(run: Condensing, seen?: (asks: readonly FlatAsk[]) => void): Outcome {
  let step = run.next();
  while (!step.done) {
    seen?.(step.value);
    step = run.next(step.value.map(() => null));
  }
  return step.value;
}

/** Asks answered at once: enough to be quick, few enough not to trip a rate limit. */
const AT_ONCE = 6;

/** Runs a loop, some asks being answered at once. Without an answerer every ask fails, and the report says so. */
export function answerWith(run: Condensing, answer: CondenseOptions['answer']): Promise<Outcome> {
  return answerEach(run, (ask) => answerOne(ask, answer));
}

/** The same for who tells failures from answers; what is thrown ends the run. */
export async function answerEach(run: Condensing, answer: (ask: FlatAsk) => Promise<Answer>): Promise<Outcome> {
  let step = run.next();
  while (!step.done) {
    const asks = step.value;
    const answers: Answer[] = asks.map(() => null);
    let next = 0;
    const work = async () => {
      for (let index = next++; index < asks.length; index = next++) answers[index] = await answer(asks[index] as FlatAsk);
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, asks.length) }, work));
    step = run.next(answers);
  }
  return step.value;
}

async function answerOne(ask: FlatAsk, answer: CondenseOptions['answer']): Promise<Answer> {
  if (answer === undefined) return { ok: false, error: 'No summarizer was given.' };
  try {
    const given: unknown = await answer(ask);
    const answered = typeof given === 'string' ? { text: given } : (given as AnsweredText | null | undefined);
    // What a model refuses to say comes as null from most libraries.
    return typeof answered?.text === 'string' ? { ok: true, ...answered } : { ok: false, error: 'The answer holds no text.' };
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}

function conversationFrom({ messages, system, tools, folds = [], protected: kept = [] }: Messages): Conversation {
  const transcript = transcriptOf(messages);
  const frame = { ...(system === undefined ? {} : { system }), ...(tools === undefined ? {} : { tools }) };
  return {
    ...conversationOf(transcript, frame),
    folds,
    protected: new Set(kept.flatMap((index) => transcript[index]?.id ?? [])),
  };
}

const ANY_MODEL = 'openai:gpt-4o';

function measuresOf({ model, budget }: Pick<CondenseOptions, 'model' | 'budget'>): { budget: Budget; count: Counter } {
  const count = counterFor(model ?? (typeof budget === 'object' && budget.model !== '' ? budget.model : ANY_MODEL));
  if (typeof budget === 'number') return { count, budget: budgetOf(budget) };
  return { count, budget: budget ?? budgetFor(model ?? ANY_MODEL) };
}
