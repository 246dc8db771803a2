import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PackedText } from './packed-text.ts';

it('gives back what was put in, half characters too', async () => {
  const unit = fc.constantFrom('a', 'é', '“', '\ud83d\ude00', '\ud83d', '\ude00', '\0', '\ufeff');
  const piece = fc.tuple(unit, fc.constantFrom(1, 2, 100_000, 300_000)).map(([some, times]) => some.repeat(times));
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 6 }), async (pieces) => {
      const packed = new PackedText();
      for (const some of pieces) packed.add(some);
      let text = '';
      for await (const some of packed) text += some;
      expect(text === pieces.join('')).toBe(true);
      expect(packed.isEmpty).toBe(true);
    }),
    { numRuns: 30 },
  );
});
