import { describe, expect, it } from 'vitest';
import { brokenRule } from './check.ts';
import { protect } from './conversation.ts';
import type { Fold } from './fold.ts';
import { project } from './project.ts';
import { seamsOf } from './seam.ts';
import { assistant, call, idOf, partFold, result, spanFold, talk, user, withFolds } from './testing/talk.ts';

const base = talk(user('first'), call('x'), result('x'), user('b'), user('c'), call('y'), result('y'));

function verdict(conversation: typeof base, folds: readonly Fold[], mayCutNewest = false): string | null {
  const after = withFolds(conversation, ...folds);
  return brokenRule({
    conversation: after,
    seams: seamsOf(conversation),
    before: project(conversation),
    after: project(after),
    mayCutNewest,
  });
}

describe('the last look', () => {
  it('lets pass what breaks nothing', () => {
    expect(verdict(base, [spanFold(base, 1, 3), partFold(base, 2)])).toBeNull();
  });

  it('[S1] sees a call torn from its result, but not one that was torn before', () => {
    expect(verdict(base, [spanFold(base, 2, 3)])).toMatch(/belong together/);
    const early = talk(user('first'), call('x'), user('b'), user('c'));
    const folded = withFolds(early, spanFold(early, 1, 1));
    const late = {
      ...talk(user('first'), call('x'), user('b'), user('c'), result('x'), assistant('read'), user('d'), user('e')),
      folds: folded.folds,
    };
    expect(verdict(late, [spanFold(late, 6, 6)])).toBeNull();
  });

  it('[V3] [V4] sees a changed opening and a changed protected message', () => {
    expect(verdict(base, [spanFold(base, 0, 3)])).toMatch(/Message 1 is protected/);
    expect(verdict(base, [partFold(base, 0)])).toMatch(/Message 1 is protected/);
    expect(verdict(protect(base, idOf(base, 3)), [spanFold(base, 1, 3)])).toBeNull();
  });

  it('[S3] [S4] sees a hidden request, and a step the model has not gone on from cut by anyone but the floor', () => {
    expect(verdict(base, [spanFold(base, 4, 6)])).toMatch(/Message 5 is protected/);
    expect(verdict(base, [spanFold(base, 5, 6)])).toMatch(/newest step and would be hidden/);
    expect(verdict(base, [partFold(base, 6)])).toMatch(/newest step and would lose text/);
    const further = talk(user('first'), call('x'), result('x'), call('y'), result('y'));
    expect(verdict(further, [spanFold(further, 1, 2)])).toBeNull();
    expect(verdict(base, [partFold(base, 6)], true)).toBeNull();
    expect(verdict(base, [partFold(base, 6, 0, { lossless: true })])).toBeNull();
  });

  it('[V6] sees spans that cross', () => {
    const plain = talk(user('0'), user('1'), user('2'), user('3'), user('4'));
    expect(verdict(withFolds(plain, spanFold(plain, 1, 2)), [spanFold(plain, 2, 3)])).toMatch(/would cross/);
    expect(verdict(withFolds(plain, spanFold(plain, 1, 2)), [spanFold(plain, 1, 3)])).toBeNull();
    expect(verdict(withFolds(plain, spanFold(plain, 1, 1)), [spanFold(plain, 2, 3)])).toBeNull();
  });

  it('[N2] sees text that is not well-formed', () => {
    expect(verdict(base, [spanFold(base, 1, 3, { text: '\ud800' })])).toMatch(/not well-formed/);
  });
});
