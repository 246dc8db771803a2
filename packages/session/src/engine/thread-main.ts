// The engine in a thread of its own: it reads plans, weighs and runs them, and asks who sent them. It imports neither the store nor the
// contract, whose libraries are ten megabytes in every thread.
import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { type Answer, type Entry, type Fold, findStrategy, type Outcome, rememberPositions, writeBeside } from '@tenfold/core';
import { reasonOf } from '../log.ts';
import { type OpenedPlan, openPlanHere } from './opened-plan.ts';
import type { BareOutcome, FromThread, Reply, ToThread } from './thread-message.ts';

/** Folds handed over at once: a millisecond or two. */
const FOLDS = 200;

/** What stands where an entry was left out. */
const STUB: Entry = { id: '', message: { role: 'user', parts: [] } };

/** A plan while its conversation comes in, and its questions that nobody has answered yet. */
interface ReceivedPlan {
  readonly transcript: Entry[];
  readonly at: Map<string, number>;
  readonly waiting: Map<number, (answer: Answer) => void>;
  readonly made: { estimate: readonly Fold[]; run: readonly Fold[] };
  opened(): OpenedPlan;
}

// A thread that is ended from outside would not write what it has compiled.
flushCompileCache();

const plans = new Map<number, ReceivedPlan>();
const post = (message: FromThread) => parentPort?.postMessage(message);

parentPort?.on('message', (message: ToThread) => {
  const { plan } = message;
  handle(message).then(
    (value) => (value === undefined ? undefined : post({ plan, type: 'reply', value })),
    (error: unknown) => post({ plan, type: 'failed', reason: reasonOf(error) }),
  );
});

/** Does what a message asks for; what it gives is sent back. */
async function handle(message: ToThread): Promise<Reply | undefined> {
  const { plan: id } = message;
  if (message.type === 'open') {
    plans.set(id, receivePlan(message));
    return undefined;
  }
  const plan = plans.get(id);
  if (plan === undefined) return undefined;
  switch (message.type) {
    case 'entries':
      for (const [position, entry] of message.entries) {
        plan.transcript[position] = entry;
        plan.at.set(entry.id, position);
      }
      return undefined;
    case 'estimate': {
      const estimate = await plan.opened().estimate(message.summarizer);
      plan.made.estimate = estimate.outcome.folds;
      return { ...estimate, outcome: bareOutcome(estimate.outcome) };
    }
    case 'condense': {
      const outcome = await plan.opened().condense(message.asks ? (question) => askHost(id, plan, question) : null);
      plan.made.run = outcome.folds;
      return bareOutcome(outcome);
    }
    case 'folds':
      return plan.made[message.of].slice(message.from, message.from + FOLDS);
    case 'effect':
      return plan.opened().effect(message.of, message.terms);
    case 'facts':
      return plan.opened().facts(message.of, message.probes);
    case 'answer':
      plan.waiting.get(message.ask)?.(message.answer);
      plan.waiting.delete(message.ask);
      return undefined;
    case 'close':
      plans.delete(id);
      return undefined;
  }
}

function receivePlan({ plan: id, source, conversation, length }: Extract<ToThread, { type: 'open' }>): ReceivedPlan {
  const transcript = new Array<Entry>(length).fill(STUB);
  const at = new Map<string, number>();
  let made: OpenedPlan | undefined;
  return {
    transcript,
    at,
    waiting: new Map(),
    made: { estimate: [], run: [] },
    opened() {
      if (made !== undefined) return made;
      if (source.isSparse) rememberPositions(transcript, at);
      const plan = { ...source, conversation: { ...conversation, transcript } };
      made = openPlanHere(plan, findStrategy(source.strategy), (progress) => post({ plan: id, type: 'progress', progress }));
      return made;
    },
  };
}

let asks = 0;

function askHost(
  plan: number,
  { waiting }: ReceivedPlan,
  question: Extract<FromThread, { type: 'ask' }>['question'],
): Promise<Answer> {
  const ask = ++asks;
  post({ plan, type: 'ask', ask, question: writeBeside(question) });
  return new Promise((resolve) => waiting.set(ask, resolve));
}

function bareOutcome({ conversation: _known, folds, unmet, ...outcome }: Outcome): BareOutcome {
  return {
    ...outcome,
    folds: folds.length,
    unmet: unmet === null ? null : { tokens: unmet.tokens, room: unmet.room, held: unmet.held },
  };
}
