import { describe, expect, it } from 'vitest';
import { problemOf } from '../testing/problem.ts';
import { assistant, spanFold, talk, user, withFolds } from '../testing/talk.ts';
import { hideAll, hideOldest } from './floor.ts';

const long = (name: string) => assistant(`${name} ${'x'.repeat(500)}`);
const base = talk(user('first'), long('a'), long('b'), long('c'), user('last'));
const bodies = (pass: typeof hideOldest, conversation: typeof base, goal: number) =>
  pass.propose(problemOf(conversation, { goal })).map(({ body }) => body as string);

describe('the floor hides', () => {
  it('[B2] the oldest first, no more than it must', () => {
    expect(bodies(hideOldest, base, 1_200)[0]).toMatch(/^\(1 older messages are hidden/);
    expect(bodies(hideOldest, base, 0)[0]).toMatch(/^\(3 older messages/);
  });

  it('nothing where hiding would cost what it gains', () => {
    expect(bodies(hideOldest, talk(user('first'), user('b'), user('last')), 0)).toEqual([]);
  });

  it('messages but keeps what earlier summaries tell, until nothing else fits', () => {
    const told = withFolds(base, spanFold(base, 1, 1, { text: 'the past'.repeat(40) }));
    expect(bodies(hideOldest, told, 0)[0]).toContain('the past');
    expect(bodies(hideAll, told, 0)[0]).not.toContain('the past');
    const hidden = withFolds(base, spanFold(base, 1, 3, { kind: 'suppression' }));
    expect(bodies(hideAll, hidden, 0)).toEqual([]);
  });
});
