import { expect } from 'vitest';
import type { Fault } from '../../../../tests/upstream/upstream.ts';
import { outcomeOf } from './bench.ts';
import { talkWith } from './talk-with.ts';

/** Small repeatable random numbers. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const FAULTS: readonly (Fault | null)[] = [
  null,
  null,
  null,
  'reset',
  'html',
  'garbage',
  'cut',
  'fail-inside',
  'empty',
  { status: 401 },
  { status: 429, retryAfter: 3_600 },
];

/** Has a conversation folded again and again while its model misbehaves; every turn must end and nothing be lost. */
export async function manyFolds(folds: number, seed: number): Promise<{ readonly automatic: number; readonly ended: number }> {
  const { tenfold, session, fillTo, say, upstream, store } = await talkWith(
    'openai',
    'gpt-4o',
    { answer: () => ({ text: '## Context\nShelves were counted.' }) },
    { wish: { contextWindow: 8_000, maxOutputTokens: 500 } },
  );
  const next = random(seed);
  let written = 0;
  for (let round = 0; round < folds; round++) {
    await fillTo(96);
    upstream.faults.push(FAULTS[Math.floor(next() * FAULTS.length)] ?? null, FAULTS[Math.floor(next() * FAULTS.length)] ?? null);
    const events = await say(session, `Round ${round}`);
    upstream.faults.length = 0;
    expect(['answered', 'failed']).toContain(outcomeOf(events));
    written++;
  }
  const runs = (await store.runs.list(session, { limit: 10_000 })).filter(({ trigger }) => trigger === 'hard');
  expect(upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
  expect((await store.verify(session)).damages).toEqual([]);
  const { entries } = await tenfold.sessions.entries(session, { limit: 1_000 });
  expect(
    entries.filter(({ parts }) => parts.some((part) => 'text' in part && part.text.startsWith('Round '))).length,
  ).toBeGreaterThan(0);
  return { automatic: written, ended: runs.filter(({ outcome }) => ['done', 'degraded', 'unmet'].includes(outcome)).length };
}
