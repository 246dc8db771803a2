import { describe, expect, it } from 'vitest';
import { headOf, openHead, positionsOf, protect, UnknownPosition, unprotect } from './conversation.ts';
import { idOf, spanFold, talk, user, withFolds } from './testing/talk.ts';

const base = talk(user('a'), user('b'), user('c'));
const folded = protect(withFolds(base, spanFold(base, 1, 1)), idOf(base, 2));

describe('conversation', () => {
  it('[T4] comes back from its head', () => {
    const record = { frame: folded.frame, transcript: folded.transcript, folds: folded.folds };
    expect(openHead(headOf(folded), record)).toEqual(folded);
  });

  it('[T4] opens at an earlier position, and leaves out folds the head does not name', () => {
    const earlier = openHead({ position: idOf(base, 0), folds: [], protected: [], settings: {} }, folded);
    expect(earlier.transcript).toHaveLength(1);
    expect(earlier.folds).toEqual([]);
    expect(openHead({ position: null, folds: [], protected: [], settings: {} }, folded).transcript).toEqual([]);
  });

  it('[T4] refuses a position the record does not have', () => {
    const head = { position: 'nowhere', folds: [], protected: [], settings: {} };
    expect(() => openHead(head, folded)).toThrow(UnknownPosition);
  });

  it('protects and unprotects without touching the one given', () => {
    const back = unprotect(folded, idOf(base, 2));
    expect(back.protected.size).toBe(0);
    expect(folded.protected.size).toBe(1);
  });

  it('knows positions', () => {
    expect([...positionsOf(base.transcript).values()]).toEqual([0, 1, 2]);
    expect(positionsOf(base.transcript)).toBe(positionsOf(base.transcript));
  });
});
