import { describe, expect, it } from 'vitest';
import { brokenRule } from './check.ts';
import { protect } from './conversation.ts';
import type { Fold } from './fold.ts';
import { project } from './project.ts';
import { seamsOf } from './seam.ts';
import { call, idOf, partFold, result, spanFold, talk, user, withFolds } from './testing/talk.ts';

const base = talk(user('first'), call('x'), result('x'), user('b'), user('c'), call('y'), result('y'));

function verdict(conversation: typeof base, folds: readonly Fold[], mayCutOpenTurn = false): string | null {
  const after = withFolds(conversation, ...folds);
  return brokenRule({
    conversation: after,
    seams: seamsOf(conversation),
    before: project(conversation),
    after: project(after),
    mayCutOpenTurn,
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
      ...talk(user('first'), call('x'), user('b'), user('c'), result('x'), user('d'), user('e')),
      folds: folded.folds,
    };
    expect(verdict(late, [spanFold(late, 5, 5)])).toBeNull();
  });

  it('[V3] [V4] sees a changed opening and a changed protected message', () => {
    expect(verdict(base, [spanFold(base, 0, 3)])).toMatch(/Message 1 is protected/);
    expect(verdict(base, [partFold(base, 0)])).toMatch(/Message 1 is protected/);
    expect(verdict(protect(base, idOf(base, 3)), [spanFold(base, 1, 3)])).toBeNull();
  });

  it('[S3] sees a hidden message of the open turn, and text lost there by anyone but the floor', () => {
    expect(verdict(base, [spanFold(base, 4, 6)])).toMatch(/open turn and would be hidden/);
    expect(verdict(base, [partFold(base, 6)])).toMatch(/open turn and would lose text/);
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
