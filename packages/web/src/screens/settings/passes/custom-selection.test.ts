import { expect, it } from 'vitest';
import { listOf, withCondition } from './custom-selection.ts';

it('leaves out what says nothing', () => {
  expect(withCondition({ minTokens: 5 }, 'tools', ['a'])).toEqual({ minTokens: 5, tools: ['a'] });
  expect(withCondition({ minTokens: 5, tools: ['a'] }, 'tools', [])).toEqual({ minTokens: 5 });
  expect(withCondition({ minTokens: 5 }, 'minTokens', undefined)).toEqual({});
  expect(withCondition({}, 'minTokens', 0)).toEqual({ minTokens: 0 });
});

it('reads lists', () => {
  expect(listOf(' read_file, run,\nrun ,')).toEqual(['read_file', 'run']);
});
