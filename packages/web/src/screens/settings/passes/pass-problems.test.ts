import { expect, it } from 'vitest';
import { passProblems } from './pass-problems.ts';

it('takes what concerns one pass', () => {
  const all = {
    'passes[1].name': 'empty',
    'passes[10].name': 'other',
    'passes[1].selection.keepRecentCount': 'too low',
    losslessPrelude: 'no',
  };
  expect(passProblems(all, 1)).toEqual({ name: 'empty', 'selection.keepRecentCount': 'too low' });
  expect(passProblems(all, 0)).toEqual({});
});
