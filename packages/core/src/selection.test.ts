import { describe, expect, it } from 'vitest';
import { protect } from './conversation.ts';
import { contentType, type Selection, selectRows, selectRuns } from './selection.ts';
import { problemOf } from './testing/problem.ts';
import { assistant, call, idOf, result, spanFold, talk, user, withFolds } from './testing/talk.ts';

const base = talk(
  user('first'),
  assistant('one'),
  call('x'),
  result('x'),
  user('two'),
  assistant('three'),
  user('last'),
  assistant('open'),
);
const rows = (selection: Selection, conversation = base) =>
  selectRows(problemOf(conversation, { goal: 0 }), selection).map(({ index }) => index);
const runs = (selection: Selection, conversation = base) =>
  selectRuns(problemOf(conversation, { goal: 0 }), selection).map((run) => run.map(({ index }) => index));
const recent = (keepRecentCount: number): Selection => ({ type: 'preserve_recent', keepRecentCount });

describe('selection', () => {
  it('[S3] takes older steps of a running turn, apart from its history', () => {
    const running = talk(user('first'), assistant('one'), user('go'), ...['a', 'b', 'c'].flatMap((id) => [call(id), result(id)]));
    expect(runs(recent(0), running)).toEqual([[1], [3, 4, 5, 6]]);
    expect(runs(recent(3), running)).toEqual([[1], [3, 4]]);
    expect(runs({ type: 'custom', custom: { roles: ['assistant', 'tool'] } }, running)).toEqual([[1], [3, 4, 5, 6]]);
  });

  it('[S3] [V4] never takes the opening, the request or the newest step', () => {
    for (const selection of [
      recent(0),
      { type: 'preserve_percent', keepPercentage: 0 },
      { type: 'retention', tokens: 0 },
      { type: 'custom', custom: {} },
    ] as const)
      expect(rows(selection)).toEqual([1, 2, 3, 4, 5]);
  });

  it('keeps the newest by number or share, cut at a seam', () => {
    expect(rows(recent(4))).toEqual([1, 2, 3]);
    expect(rows(recent(5))).toEqual([1]);
    expect(rows({ type: 'preserve_percent', keepPercentage: 50 })).toEqual([1, 2, 3]);
    expect(rows(recent(99))).toEqual([]);
  });

  it('takes by role, kind, tool, weight, age and id, all of which must hold', () => {
    const custom = (wanted: object): Selection => ({ type: 'custom', custom: wanted });
    expect(rows(custom({ roles: ['assistant'] }))).toEqual([1, 2, 5]);
    expect(rows(custom({ kinds: ['toolResults'] }))).toEqual([3]);
    expect(rows(custom({ tools: ['read'] }))).toEqual([2, 3]);
    expect(rows(custom({ minTokens: 60 }))).toEqual([2, 3]);
    expect(rows(custom({ olderThan: 5 }))).toEqual([1]);
    expect(rows(custom({ ids: [idOf(base, 4)], roles: ['user'] }))).toEqual([4]);
  });

  it('[S1] takes a transaction whole or not at all when it takes runs', () => {
    expect(runs({ type: 'custom', custom: { roles: ['tool'] } })).toEqual([]);
    expect(runs({ type: 'custom', custom: { roles: ['tool', 'assistant'] } })).toEqual([[1, 2, 3], [5]]);
  });

  it('is split by what is protected, and takes what already stands for others with it', () => {
    expect(runs(recent(0), protect(base, idOf(base, 4)))).toEqual([[1, 2, 3], [5]]);
    const folded = withFolds(base, spanFold(base, 1, 3));
    expect(runs(recent(0), folded)).toEqual([[1, 4, 5]]);
    expect(runs(recent(0), protect(folded, idOf(base, 1)))).toEqual([[2, 4, 5]]);
  });

  it('knows kinds of content', () => {
    expect([user('a'), call('x'), result('x')].map(({ parts }) => contentType(parts[0] as never))).toEqual([
      'messageText',
      'toolParameters',
      'toolResults',
    ]);
    expect(contentType({ type: 'reasoning', text: '' })).toBeNull();
  });
});
