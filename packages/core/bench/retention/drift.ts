import { condense, type Fold, type Message } from '../../src/index.ts';
import { factsIn, plantFacts, randomOf } from '../../src/testing/index.ts';
import { count, type RecordedRun, type Share, shown, weigh } from './recorded-runs.ts';

/** Facts of the first tenth of a long conversation that are left after so many folds, in a room of 32,000 tokens. */
export interface Drift {
  readonly source: string;
  readonly after: ReadonlyMap<number, Share>;
}

const ROOM = 32_000;
const FOLDS = 20;
const TOLD = [5, 10, 20];
const FACTS = 12;
const NEARLY_DUE = 0.7;
const MAX_ROUNDS = 40;

/** Goes on through all conversations of a source as if they were one, folding whenever it is due, again from the first one where they do not last. */
export async function drift(runs: readonly RecordedRun[]): Promise<Drift[]> {
  const found: Drift[] = [];
  for (const [source, mine] of Map.groupBy(runs, ({ source }) => source)) found.push({ source, after: await driftOf(mine) });
  return found;
}

async function driftOf(runs: readonly RecordedRun[]): Promise<ReadonlyMap<number, Share>> {
  const given = runs.flatMap(({ messages, index }) => messages.map((message) => withOwnIds(message, index)));
  const first = firstTokens(runs);
  const grown = plantFacts(given.slice(0, first), FACTS, randomOf(3), 'held-back');
  const all = [...grown.messages, ...given.slice(first)];
  const after = new Map<number, Share>();
  const messages = all.slice(0, first);
  let folds: readonly Fold[] = [];
  let times = 0;
  let tokens = weigh(messages);
  for (let at = first; at < all.length * MAX_ROUNDS && times < FOLDS; at++) {
    const next = all[at % all.length] as Message;
    messages.push(at < all.length ? next : withOwnIds(next, at - (at % all.length)));
    tokens += count.message(next);
    if (tokens < ROOM * NEARLY_DUE || next.role === 'assistant') continue;
    const run = await condense(messages, { budget: ROOM, folds });
    tokens = run.report.after;
    if (run.folds.length === folds.length) continue;
    folds = run.folds;
    times++;
    if (TOLD.includes(times))
      after.set(times, { found: grown.facts.length, kept: factsIn(shown(run.messages), grown.facts).length });
  }
  return after;
}

/** Messages of about the first 6,000 tokens. */
function firstTokens(runs: readonly RecordedRun[]): number {
  const [run] = runs;
  return Math.max(6, Math.floor((run?.messages.length ?? 0) * Math.min(1, 6_000 / (run?.tokens ?? 1))));
}

function withOwnIds(message: Message, run: number): Message {
  return {
    ...message,
    parts: message.parts.map((part) =>
      part.type === 'tool-call' || part.type === 'tool-result' ? { ...part, id: `${run}-${part.id}` } : part,
    ),
  };
}
