import type { Answer, FlatAsk } from '../../ask.ts';
import { type Budget, budgetOf } from '../../budget.ts';
import { type Condensing, condenseLoop, type Outcome } from '../../condense-loop.ts';
import { type Conversation, conversationOf, protect } from '../../conversation.ts';
import { counterFor } from '../../count/model-counter.ts';
import type { Counter } from '../../counter.ts';
import type { Message } from '../../message.ts';
import type { Plan } from '../../plan.ts';
import { project, render, tokensOf } from '../../project.ts';
import { native } from '../../strategies/native.ts';
import { preparePasses } from '../../strategies/registry.ts';
import type { AnyStrategy } from '../../strategy.ts';
import { append, transcriptOf } from '../../transcript.ts';
import type { View } from '../../view.ts';
import { type Random, randomOf } from '../random.ts';
import { type Summarizer, summarizersFor } from '../summarizers.ts';
import { generateTranscript } from '../transcript.ts';
import type { LawCase } from './law-case.ts';

/** The engine's parts a trial runs through; the mutation check puts broken ones in their place. */
export interface Engine {
  project(conversation: Conversation): View;
  render(view: View): readonly Message[];
  condense(plan: Plan): Condensing;
}

/** The engine as it is. */
export const engine: Engine = { project, render, condense: condenseLoop };

/** A conversation at one moment of a trial, and what is sent of it. */
export interface Moment {
  /** What had just been done. */
  readonly after: string;
  readonly conversation: Conversation;
  readonly view: View;
  readonly sent: readonly Message[];
}

/** One run of the loop inside a trial. */
export interface TrialRun {
  readonly plan: Plan;
  readonly outcome: Outcome;
  readonly asks: readonly FlatAsk[];
  /** What a second run on its result came to. */
  readonly second: Outcome;
  /** The same run once more, and with nobody answering; the first run of a trial only. */
  readonly again?: Outcome;
  readonly dry?: Outcome;
}

/** All that happened to one conversation: folded, grown, protected, folded again. */
export interface Trial {
  readonly of: LawCase;
  readonly strategy: AnyStrategy;
  readonly engine: Engine;
  readonly count: Counter;
  readonly budget: Budget;
  /** The messages as JSON before anything was done with them. */
  readonly original: string;
  readonly messages: readonly Message[];
  readonly moments: readonly Moment[];
  readonly runs: readonly TrialRun[];
}

/** Runs a strategy through a case. */
export function tryOut(strategy: AnyStrategy, of: LawCase, config: object = {}, through: Engine = engine): Trial {
  const { frame, messages, facts } = generateTranscript({ ...of, facts: 2 });
  deepFreeze(messages);
  const random = randomOf(of.seed + 1);
  const count = counterFor('gpt-4o');
  const total = tokensOf(project(conversationOf(transcriptOf(messages), frame)), count);
  const beside = count.frame(frame);
  const room = Math.max(1, Math.round(beside + (total - beside) * of.share));
  const budget = budgetOf(room, { goal: of.goal, floor: 0, session: { retention: of.retention } });
  const summarizer = summarizersFor(facts)[of.summarizer];
  const moments: Moment[] = [];
  const runs: TrialRun[] = [];
  const note = (after: string, conversation: Conversation) => {
    const view = through.project(conversation);
    moments.push({ after, conversation, view, sent: through.render(view) });
  };
  const first = Math.ceil(messages.length * (1 - of.later));
  let conversation = conversationOf(transcriptOf(messages.slice(0, first)), frame);
  for (let i = 0; i < of.protected; i++) conversation = protectAny(conversation, random);
  note('opening it', conversation);
  const fold = () => {
    const run = runOnce(planFor(conversation, strategy, config, { of, budget, count }), summarizer, through, runs.length === 0);
    runs.push(run);
    conversation = run.outcome.conversation;
    note('a run', conversation);
  };
  fold();
  for (const message of messages.slice(first))
    conversation = { ...conversation, transcript: append(conversation.transcript, message) };
  note('growing', conversation);
  if (of.protected > 1) {
    conversation = protectAny(conversation, random);
    note('protecting', conversation);
  }
  fold();
  return { of, strategy, engine: through, count, budget, original: JSON.stringify(messages), messages, moments, runs };
}

function protectAny(conversation: Conversation, random: Random): Conversation {
  const { transcript } = conversation;
  return transcript.length === 0 ? conversation : protect(conversation, random.pick(transcript).id);
}

type Terms = Pick<Trial, 'of' | 'budget' | 'count'>;

/** The plan a host would make at the hard watermark. */
export function planFor(conversation: Conversation, strategy: AnyStrategy, config: object, { of, budget, count }: Terms): Plan {
  const { passes, warnings } = preparePasses(strategy, config);
  return {
    conversation,
    strategy,
    passes,
    budget,
    count,
    limit: budget.room,
    ...(of.spend ? { goal: budget.goal, spend: true } : {}),
    askRoom: of.window,
    rescue: { name: native.name, passes: native.passes(native.config.defaults) },
    notes: warnings,
    ...(of.fallback ? { fallback: firstWords } : {}),
  };
}

/** A summarizer that needs no model: the first words of what it is shown. */
function firstWords({ material, maxTokens }: FlatAsk): string {
  return material.slice(0, maxTokens).toWellFormed();
}

function runOnce(plan: Plan, summarizer: Summarizer, { condense }: Engine, twice: boolean): TrialRun {
  const asks: FlatAsk[] = [];
  const outcome = drive(condense(plan), summarizer, asks);
  return {
    plan,
    outcome,
    asks,
    second: drive(condense({ ...plan, conversation: outcome.conversation }), summarizer, []),
    ...(twice ? { again: drive(condense(plan), summarizer, []), dry: drive(condense(plan), () => null, []) } : {}),
  };
}

/** Answers a run as a host does: what throws has failed. */
export function drive(run: Condensing, summarizer: Summarizer, asks: FlatAsk[]): Outcome {
  let step = run.next();
  while (!step.done) {
    asks.push(...step.value);
    step = run.next(step.value.map((ask) => answerOf(summarizer, ask)));
  }
  return step.value;
}

function answerOf(summarizer: Summarizer, ask: FlatAsk): Answer {
  try {
    return summarizer(ask);
  } catch (error) {
    return { ok: false, error: (error as Error).message };
  }
}

function deepFreeze(value: unknown): void {
  if (value === null || typeof value !== 'object' || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
}

/** Tokens of the request that a conversation comes to. */
export function tokens({ engine, count }: Trial, conversation: Conversation): number {
  const view = engine.project(conversation);
  const sent = engine.render(view);
  return count.frame(view.frame) + sent.reduce((sum, message) => sum + count.message(message), 0);
}
