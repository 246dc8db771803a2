import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { originWords } from '../../../ui/names.ts';
import { levelWords } from './level-row.tsx';
import { levelValue } from './level-value.ts';

describe('what a level says', () => {
  it('inherits unless it says something of its own', () => {
    for (const nothing of [undefined, null, -1, 'inherit', '80', true]) expect(levelValue(nothing)).toBe('inherit');
    expect(levelValue('off')).toBe('off');
    fc.assert(fc.property(fc.integer({ min: 0 }), (number) => levelValue(number) === number));
  });
  it('is said with its unit and where it comes from', () => {
    expect(levelWords('soft', 80)).toBe('80%');
    expect(levelWords('retention', 1_500)).toBe('1,500 tokens');
    expect(levelWords('soft', 'off')).toBe('off');
    expect(originWords('global')).toBe('from your default');
    expect(originWords('environment')).toBe('from environment');
  });
});
