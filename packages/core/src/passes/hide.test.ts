import { describe, expect, it } from 'vitest';
import { problemOf } from '../testing/problem.ts';
import { assistant, spanFold, talk, user, withFolds } from '../testing/talk.ts';
import { hideOldest, hideRecords, hideWorkFirst } from './hide.ts';

const long = (name: string) => assistant(`${name} ${'x'.repeat(500)}`);
const base = talk(user('first'), long('a'), long('b'), long('c'), user('last'));
const bodies = (pass: typeof hideOldest, conversation: typeof base, goal: number) =>
  pass.propose(problemOf(conversation, { goal })).map(({ body }) => body as string);

describe('the floor hides', () => {
  it('[B2] the oldest first, no more than it must', () => {
    expect(bodies(hideOldest, base, 1_200)[0]).toMatch(/^\(1 older message is hidden/);
    expect(bodies(hideOldest, base, 0)[0]).toMatch(/^\(3 older messages/);
  });

  it('[B3] all work before anything people wrote, and of that no more than it must', () => {
    const turns = Array.from({ length: 6 }, (_, i) => [user(`ask ${i} ${'y'.repeat(500)}`), long(`do ${i}`)]).flat();
    const open = talk(user('first'), ...turns, user('last'));
    const targets = (goal: number) => hideWorkFirst.propose(problemOf(open, { goal })).map(({ target }) => target);
    const at = (index: number) => open.transcript[index]?.id;
    expect(targets(3_300)).toHaveLength(6);
    expect(targets(2_700)[0]).toEqual({ kind: 'span', from: at(1), to: at(2) });
    expect(targets(2_700)).toHaveLength(6);
    expect(targets(0)).toEqual([{ kind: 'span', from: at(1), to: at(12) }]);
    // What an earlier run put away does not drag along what was said between.
    const work = [2, 4, 6, 8, 10, 12].map((index) => spanFold(open, index, index, { kind: 'suppression', group: 'g' }));
    const again = hideWorkFirst.propose(problemOf(withFolds(open, ...work), { goal: 2_700 }));
    expect(again[0]?.target).toEqual({ kind: 'span', from: at(1), to: at(4) });
    expect(again).toHaveLength(5);
  });

  it('nothing where hiding would cost what it gains', () => {
    expect(bodies(hideOldest, talk(user('first'), user('b'), user('last')), 0)).toEqual([]);
  });

  it('messages but keeps what earlier summaries tell, until nothing else fits', () => {
    const told = withFolds(base, spanFold(base, 1, 1, { text: 'the past'.repeat(40) }));
    expect(bodies(hideOldest, told, 0)[0]).toContain('the past');
    expect(bodies(hideRecords, told, 0)[0]).not.toContain('the past');
    const hidden = withFolds(base, spanFold(base, 1, 3, { kind: 'suppression' }));
    expect(bodies(hideRecords, hidden, 0)).toEqual([]);
  });
});
