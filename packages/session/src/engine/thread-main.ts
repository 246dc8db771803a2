// The engine in a thread of its own: it reads plans, weighs and runs them, and asks who sent them.
import { parentPort } from 'node:worker_threads';
import { type Answer, type Entry, type Fold, findStrategy, type Outcome, rememberPositions } from '@tenfold/core';
import { type OpenedPlan, openPlanHere } from './opened-plan.ts';
import type { BareOutcome, FromThread, ToThread } from './thread-message.ts';

/** Folds handed over at once: a millisecond or two. */
const FOLDS = 200;

/** What stands where an entry was left out. */
const STUB: Entry = { id: '', message: { role: 'user', parts: [] } };

/** A plan while its conversation comes in, and its questions that nobody has answered yet. */
interface HeldPlan {
  readonly transcript: Entry[];
  readonly at: Map<string, number>;
  readonly waiting: Map<number, (answer: Answer) => void>;
  readonly made: { estimate: readonly Fold[]; run: readonly Fold[] };
  opened(): OpenedPlan;
}

const held = new Map<number, HeldPlan>();
const say = (message: FromThread) => parentPort?.postMessage(message);

parentPort?.on('message', (message: ToThread) => {
  const { plan: id } = message;
  const failed = (error: unknown) =>
    say({ plan: id, type: 'failed', reason: error instanceof Error ? error.message : String(error) });
  try {
    void hear(message)?.catch(failed);
  } catch (error) {
    failed(error);
  }
});

function hear(message: ToThread): Promise<void> | undefined {
  const { plan: id } = message;
  if (message.type === 'open') {
    held.set(id, heldPlan(message));
    return;
  }
  const plan = held.get(id);
  if (plan === undefined) return;
  switch (message.type) {
    case 'entries':
      for (const [position, entry] of message.entries) {
        plan.transcript[position] = entry;
        plan.at.set(entry.id, position);
      }
      return;
    case 'estimate':
      return plan
        .opened()
        .estimate(message.summarizer)
        .then((estimate) => {
          plan.made.estimate = estimate.outcome.folds;
          const asks = estimate.asks.map((ask) => ({ ...ask, instructions: '', material: '' }));
          say({ plan: id, type: 'estimated', estimate: { ...estimate, asks, outcome: bare(estimate.outcome) } });
        });
    case 'condense':
      return plan
        .opened()
        .condense(message.asks ? (question) => asked(id, plan, question) : null)
        .then((outcome) => {
          plan.made.run = outcome.folds;
          say({ plan: id, type: 'condensed', outcome: bare(outcome) });
        });
    case 'folds':
      say({ plan: id, type: 'folds', folds: plan.made[message.of].slice(message.from, message.from + FOLDS) });
      return;
    case 'effect':
      return plan
        .opened()
        .effect(message.of, message.terms)
        .then((effect) => say({ plan: id, type: 'effect', effect }));
    case 'facts':
      return plan
        .opened()
        .facts(message.of, message.probes)
        .then((facts) => say({ plan: id, type: 'facts', facts }));
    case 'answer':
      plan.waiting.get(message.ask)?.(message.answer);
      plan.waiting.delete(message.ask);
      return;
    case 'close':
      held.delete(id);
  }
}

function heldPlan({ plan: id, source, conversation, length }: Extract<ToThread, { type: 'open' }>): HeldPlan {
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
      made = openPlanHere(plan, findStrategy(source.strategy), (progress) => say({ plan: id, type: 'tell', progress }));
      return made;
    },
  };
}

let asks = 0;

function asked(plan: number, { waiting }: HeldPlan, question: Extract<FromThread, { type: 'ask' }>['question']): Promise<Answer> {
  const ask = ++asks;
  say({ plan, type: 'ask', ask, question });
  return new Promise((resolve) => waiting.set(ask, resolve));
}

function bare({ conversation: _atHome, folds, unmet, ...outcome }: Outcome): BareOutcome {
  return {
    ...outcome,
    folds: folds.length,
    unmet: unmet === null ? null : { tokens: unmet.tokens, room: unmet.room, held: unmet.held },
  };
}
