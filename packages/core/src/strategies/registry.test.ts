import { describe, expect, it } from 'vitest';
import type { AnyStrategy } from '../strategy.ts';
import { native } from './native.ts';
import { findStrategy, preparePasses, strategies, UnknownStrategy } from './registry.ts';

describe('the registry', () => {
  it('has strategies with an id of their own, defaults that are right, and passes for them', () => {
    expect(strategies[0]).toBe(native);
    expect(new Set(strategies.map(({ id }) => id)).size).toBe(strategies.length);
    for (const { config, passes, description, version } of strategies) {
      expect(config.validate(config.defaults)).toEqual([]);
      expect(passes(config.defaults).length).toBeGreaterThan(0);
      expect(description).not.toBe('');
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    }
  });

  it('finds one by its id, among those given too', () => {
    expect(findStrategy('truncation').id).toBe('truncation');
    expect(() => findStrategy('nativ')).toThrow(UnknownStrategy);
    expect(() => findStrategy('native', [])).toThrow(/There is no strategy "native"/);
  });

  it('uses the defaults for a wrong config and Native for a strategy that throws, and says so', () => {
    const wrong = preparePasses(native, { template: 'poem' });
    expect(wrong.passes).toHaveLength(1);
    expect(wrong.warnings[0]).toMatch(/Native: template: .* The defaults were used/);
    const broken = {
      ...native,
      name: 'Broken',
      passes: () => {
        throw new Error('oh');
      },
    } as AnyStrategy;
    expect(preparePasses(broken)).toMatchObject({
      passes: [{ id: 'native' }],
      warnings: ['Broken failed (oh), so Native was used instead.'],
    });
  });
});
