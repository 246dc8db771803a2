import { strategies } from '@tenfold/core';
import { describe, expect, it } from 'vitest';
import { configProblems } from './config-problems.ts';

describe('configProblems', () => {
  it.each(strategies.map(({ id }) => id))('%s takes what it has by default, and nothing said', (id) => {
    expect(configProblems(id, {})).toEqual({});
  });
  it('names the field that is wrong', () => {
    expect(Object.keys(configProblems('truncation', { maxToolResultLines: -1 }))).toEqual(['maxToolResultLines']);
    expect(Object.keys(configProblems('smart', { passes: [{ id: '' }] }))).toContain('passes[0].id');
  });
});
