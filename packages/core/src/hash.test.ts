import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contentHash } from './hash.ts';

it('gives equal text equal names and unlike text unlike ones', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(contentHash(a) === contentHash(b)).toBe(a === b);
    }),
  );
});
