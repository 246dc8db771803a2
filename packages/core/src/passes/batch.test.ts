import { describe, expect, it } from 'vitest';
import type { Ask } from '../ask.ts';
import { protect } from '../conversation.ts';
import { problemOf } from '../testing/problem.ts';
import { assistant, idOf, spanFold, talk, user, withFolds } from '../testing/talk.ts';
import { batchPass } from './batch.ts';
import type { BatchConfig } from './batch-config.ts';
import { SHORTEST_SUMMARY } from './record-length.ts';

const long = (name: string) => assistant(`${name} ${'x'.repeat(2_000)}`);
const base = talk(user('first'), long('a'), long('b'), long('c'), long('d'), user('last'));
const pass = (config: Partial<BatchConfig> = {}) =>
  batchPass({ id: 'p', name: 'P', when: { type: 'always' }, selection: { type: 'retention' }, ...config });
const spans = (conversation: typeof base, config: Partial<BatchConfig> = {}, goal = 100, squeeze = 1) => {
  const at = new Map(conversation.transcript.map((entry, index) => [entry.id, index]));
  return pass(config)
    .propose(problemOf(conversation, { goal, squeeze }))
    .map(({ target }) => (target.kind === 'span' ? [at.get(target.from), at.get(target.to)] : []));
};

describe('a batch', () => {
  it('is one ask over all that is selected, with a tenth of it as limit', () => {
    const [draft] = pass().propose(problemOf(base, { goal: 5_000 }));
    const ask = draft?.body as Ask;
    expect(ask.material).toHaveLength(4);
    expect(draft?.limit).toBe(Math.ceil((4 * 2_006) / 10));
    expect(ask.maxTokens).toBeLessThanOrEqual(draft?.limit ?? 0);
    const limit = (goal: number, config: Partial<BatchConfig> = {}, squeeze = 1) =>
      pass(config).propose(problemOf(base, { goal, squeeze }))[0]?.limit;
    expect(limit(100)).toBe(SHORTEST_SUMMARY);
    expect(limit(0)).toBe(limit(5_000));
    expect(limit(5_000, { maxTokens: 77 })).toBe(77);
    expect(limit(5_000, { maxTokens: 77 }, 2)).toBe(38);
  });

  it('retains less than is usual where its summary would get less than it is due, and is not halved where the goal has room', () => {
    const short = (name: string) => assistant(`${name} ${'x'.repeat(440)}`);
    const busy = talk(user('first'), long('a'), long('b'), long('c'), long('d'), short('e'), short('f'), user('last'));
    const last = (goal: number, wished?: number) => {
      const problem = problemOf(busy, { goal });
      const budget = {
        ...problem.budget,
        retention: { value: 1_000, from: wished === undefined ? 'default' : 'session' } as const,
      };
      const [draft] = pass().propose({ ...problem, budget });
      return busy.transcript.findIndex(({ id }) => draft?.target.kind === 'span' && draft.target.to === id);
    };
    expect(last(5_000)).toBe(4);
    expect(last(1_400)).toBe(5);
    expect(last(1_400, 1_000)).toBe(4);
    expect(last(100)).toBe(4);
    const limit = (squeeze: number) => pass().propose(problemOf(base, { goal: 5_000, squeeze }))[0]?.limit;
    expect(limit(2)).toBe(limit(1));
  });

  it('keeps the first and last of the selection', () => {
    expect(spans(base, { keepFirst: 1, keepLast: 1 })).toEqual([[2, 3]]);
    expect(spans(base, { keepFirst: 9 })).toEqual([]);
    expect(spans(base, { keepLast: 9 })).toEqual([]);
  });

  it('takes the oldest until the goal where it is told to stop there', () => {
    expect(spans(base, { stopAtGoal: true }, 6_500)).toEqual([[1, 1]]);
    expect(spans(base, { stopAtGoal: true }, 0)).toEqual([[1, 4]]);
  });

  it('[G2] is a group around what is protected, its text at the first', () => {
    const drafts = pass().propose(problemOf(protect(base, idOf(base, 2)), { goal: 100 }));
    expect(drafts.map(({ body, group }) => [typeof body, group])).toEqual([
      ['object', 'history'],
      ['string', 'history'],
    ]);
    expect(spans(protect(base, idOf(base, 2)))).toEqual([
      [1, 1],
      [3, 4],
    ]);
  });

  it('covers an older summary, whose text is material, also behind messages that are kept first', () => {
    const older = withFolds(base, spanFold(base, 2, 2, { text: 'the past' }));
    const [draft] = pass().propose(problemOf(older, { goal: 100 }));
    expect(JSON.stringify(draft?.body)).toContain('the past');
    expect(spans(older)).toEqual([[1, 4]]);
    expect(spans(older, { keepFirst: 1 })).toEqual([[2, 4]]);
  });

  it('leaves an older summary its tokens, as far as the goal allows: it was shortened before', () => {
    const older = withFolds(base, spanFold(base, 2, 2, { text: 'x'.repeat(900) }));
    const problem = problemOf(older, { goal: 9_000 });
    const record = problem.tokens - problemOf(withFolds(base, spanFold(base, 2, 2, { text: '' })), { goal: 9_000 }).tokens;
    const [draft] = pass().propose(problem);
    expect(draft?.limit).toBeGreaterThanOrEqual(Math.floor((3 * 2_006) / 10 + record));
  });

  it('shortens a record that was written anew many times to a tenth of all it stands for, no further', () => {
    // What its last writing replaced was mostly an older record.
    const older = withFolds(base, spanFold(base, 1, 3, { text: 'x'.repeat(400), before: 900 }));
    const [draft] = pass().propose(problemOf(older, { goal: 5_000, squeeze: 2 }));
    expect(draft?.limit).toBeGreaterThan(600);
  });

  it('[L2] does not summarize a summary again, unless it was too long', () => {
    const all = withFolds(base, spanFold(base, 1, 4));
    expect(spans(all)).toEqual([]);
    expect(spans(all, {}, 100, 2)).toEqual([[1, 4]]);
  });
});
