import { describe, expect, it } from 'vitest';
import { call, partFold, result, spanFold, talk, user, withFolds } from './testing/talk.ts';
import { FoldCovered, NoSuchFold, peel, place, undoRun } from './undo.ts';

const base = talk(user('a'), call('x'), result('x'), user('b'), user('c'), user('d'));
const older = partFold(base, 2, 0, { id: 'older', run: 'first' });
const span = spanFold(base, 1, 3, { id: 'span', run: 'second' });

describe('undo', () => {
  it('[U1] drops one run and keeps the others', () => {
    const both = withFolds(base, older, spanFold(base, 4, 4, { id: 'other', run: 'second' }));
    expect(undoRun(both, 'first').folds.map(({ id }) => id)).toEqual(['other']);
    expect(both.folds).toHaveLength(2);
  });

  it('[U1] names the newer fold that covers it', () => {
    const both = withFolds(base, older, span);
    expect(() => peel(both, 'older')).toThrow(new FoldCovered('older', 'span'));
    expect(() => undoRun(both, 'first')).toThrow(FoldCovered);
    expect(peel(peel(both, 'span'), 'older').folds).toEqual([]);
  });

  it('[U2] drops the newest of two folds over the same messages', () => {
    const both = withFolds(base, span, spanFold(base, 1, 3, { id: 'newer', run: 'third' }));
    expect(peel(both, 'newer').folds).toEqual([span]);
    expect(() => peel(both, 'span')).toThrow(/undo newer first/);
  });

  it('[G1] takes the rest of a group along', () => {
    const group = withFolds(
      base,
      spanFold(base, 1, 2, { id: 'one', group: 'g' }),
      spanFold(base, 4, 4, { id: 'two', group: 'g' }),
    );
    expect(peel(group, 'two').folds).toEqual([]);
  });

  it('refuses names it does not know, and knows no place for what the transcript does not reach', () => {
    expect(() => peel(base, 'nothing')).toThrow(NoSuchFold);
    expect(() => undoRun(base, 'nothing')).toThrow(/Nothing was changed/);
    expect(place(talk(user('a')), span)).toBeNull();
    expect(place(base, span)).toEqual([1, 3]);
  });
});
