// The engine in a thread of its own: it reads plans, weighs and runs them, and asks who sent them.
import { parentPort } from 'node:worker_threads';
import { type Answer, type Entry, findStrategy, type Outcome, rememberPositions } from '@tenfold/core';
import { type Sitting, sittingHere } from './sitting.ts';
import type { BareOutcome, FromThread, ToThread } from './thread-message.ts';

/** What stands where an entry was left out. */
const STUB: Entry = { id: '', message: { role: 'user', parts: [] } };

/** A sitting while its conversation comes in, and its questions that nobody has answered yet. */
interface Guest {
  readonly transcript: Entry[];
  readonly at: Map<string, number>;
  readonly waiting: Map<number, (answer: Answer) => void>;
  sitting(): Sitting;
}

const guests = new Map<number, Guest>();
const say = (message: FromThread) => parentPort?.postMessage(message);

parentPort?.on('message', (message: ToThread) => {
  const { sitting: id } = message;
  const failed = (error: unknown) =>
    say({ sitting: id, type: 'failed', reason: error instanceof Error ? error.message : String(error) });
  try {
    void hear(message)?.catch(failed);
  } catch (error) {
    failed(error);
  }
});

function hear(message: ToThread): Promise<void> | undefined {
  const { sitting: id } = message;
  if (message.type === 'open') {
    guests.set(id, seated(message));
    return;
  }
  const guest = guests.get(id);
  if (guest === undefined) return;
  switch (message.type) {
    case 'entries':
      for (const [position, entry] of message.entries) {
        guest.transcript[position] = entry;
        guest.at.set(entry.id, position);
      }
      return;
    case 'estimate':
      return guest
        .sitting()
        .estimate(message.summarizer)
        .then((estimate) => {
          const asks = estimate.asks.map((ask) => ({ ...ask, instructions: '', material: '' }));
          say({ sitting: id, type: 'estimated', estimate: { ...estimate, asks, outcome: bare(estimate.outcome) } });
        });
    case 'condense':
      return guest
        .sitting()
        .condense(message.asks ? (question) => asked(id, guest, question) : null)
        .then((outcome) => say({ sitting: id, type: 'condensed', outcome: bare(outcome) }));
    case 'effect':
      return guest
        .sitting()
        .effect(message.of, message.terms)
        .then((effect) => say({ sitting: id, type: 'effect', effect }));
    case 'facts':
      return guest
        .sitting()
        .facts(message.of, message.probes)
        .then((facts) => say({ sitting: id, type: 'facts', facts }));
    case 'answer':
      guest.waiting.get(message.ask)?.(message.answer);
      guest.waiting.delete(message.ask);
      return;
    case 'close':
      guests.delete(id);
  }
}

function seated({ sitting: id, source, conversation, length }: Extract<ToThread, { type: 'open' }>): Guest {
  const transcript = new Array<Entry>(length).fill(STUB);
  const at = new Map<string, number>();
  let made: Sitting | undefined;
  return {
    transcript,
    at,
    waiting: new Map(),
    sitting() {
      if (made !== undefined) return made;
      if (source.isSparse) rememberPositions(transcript, at);
      const plan = { ...source, conversation: { ...conversation, transcript } };
      made = sittingHere(plan, findStrategy(source.strategy), (progress) => say({ sitting: id, type: 'tell', progress }));
      return made;
    },
  };
}

let asks = 0;

function asked(sitting: number, { waiting }: Guest, question: Extract<FromThread, { type: 'ask' }>['question']): Promise<Answer> {
  const ask = ++asks;
  say({ sitting, type: 'ask', ask, question });
  return new Promise((resolve) => waiting.set(ask, resolve));
}

function bare({ conversation: _atHome, unmet, ...outcome }: Outcome): BareOutcome {
  return { ...outcome, unmet: unmet === null ? null : { tokens: unmet.tokens, room: unmet.room, held: unmet.held } };
}
