import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Findable, findSettings } from './find-settings.ts';

const ALL: readonly Findable[] = [
  { section: 'thresholds', title: 'Goal of condensing', help: 'Percent of the room that it comes down to.' },
  { section: 'data', title: 'Keep checkpoints for', help: 'Days a checkpoint stays.' },
  { section: 'profiles', title: 'Profiles', help: 'The models you talk to.', words: 'api key price' },
  {
    section: 'thresholds',
    title: 'Never condense below',
    help: 'Tokens below which nothing is condensed; the goal is not meant.',
  },
];

describe('findSettings', () => {
  it('puts names before help', () => {
    expect(findSettings(ALL, 'goal').map(({ title }) => title)).toEqual(['Goal of condensing', 'Never condense below']);
  });
  it('wants every word, in any order and case', () => {
    expect(findSettings(ALL, 'DAYS checkpoint').map(({ title }) => title)).toEqual(['Keep checkpoints for']);
    expect(findSettings(ALL, 'days goal')).toEqual([]);
  });
  it('knows other words for things', () => {
    expect(findSettings(ALL, 'api key')).toHaveLength(1);
  });
  it('finds nothing by nothing, and everything by its own name', () => {
    expect(findSettings(ALL, '  ')).toEqual([]);
    fc.assert(fc.property(fc.constantFrom(...ALL), (one) => findSettings(ALL, one.title).includes(one)));
  });
});
