import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ask } from './ask.ts';
import { askFor } from './ask-tree.ts';
import { unitCounter } from './testing/stand-ins.ts';

const count = unitCounter();
const pieces = fc
  .array(fc.integer({ min: 1, max: 6_000 }), { minLength: 1, maxLength: 30 })
  .map((sizes) => sizes.map((size, index) => ({ text: String.fromCharCode(97 + (index % 26)).repeat(size), tokens: size + 1 })));
const leaves = (ask: Ask): readonly string[] =>
  ask.material.flatMap((item) => (typeof item === 'string' ? [item] : leaves(item)));
const all = (ask: Ask): readonly Ask[] => [ask, ...ask.material.flatMap((item) => (typeof item === 'string' ? [] : all(item)))];

describe('a tree of asks', () => {
  it('[A1] holds all of the material in order, no ask over the window, the last answer within its limit', () => {
    fc.assert(
      fc.property(
        pieces,
        fc.integer({ min: 2_500, max: 20_000 }),
        fc.integer({ min: 100, max: 5_000 }),
        (given, room, maxTokens) => {
          const ask = askFor(given, { instructions: 'Summarize.', maxTokens, room, count });
          expect(leaves(ask).join('')).toBe(given.map((piece) => piece.text).join(''));
          expect(ask.maxTokens).toBe(maxTokens);
          for (const each of all(ask)) {
            expect(each.tokens).toBeLessThanOrEqual(room);
            expect(each.expected).toBeLessThanOrEqual(each.maxTokens);
          }
        },
      ),
    );
  });

  it('pays for no more of the parts than a merged record can use', () => {
    fc.assert(
      fc.property(pieces, fc.integer({ min: 400, max: 5_000 }), (given, maxTokens) => {
        const ask = askFor(given, { instructions: 'Summarize.', maxTokens, room: 6_000, count });
        const parts = all(ask).filter(({ material }) => material.every((item) => typeof item === 'string'));
        if (parts.length === 1) return;
        const said = parts.reduce((sum, part) => sum + part.expected, 0);
        expect(said).toBeLessThanOrEqual(1.25 * maxTokens + 65 * parts.length);
      }),
    );
  });

  it('is one ask where all of it fits, and names the profile it wishes for everywhere', () => {
    const shape = { instructions: 'i', maxTokens: 10, room: 5_000, count, profile: 'cheap' };
    expect(askFor([{ text: 'abc', tokens: 3 }], shape)).toMatchObject({ material: ['abc'], expected: 1, profile: 'cheap' });
    const tree = askFor([{ text: 'x'.repeat(9_000), tokens: 9_000 }], shape);
    expect(all(tree).every((ask) => ask.profile === 'cheap')).toBe(true);
    expect(all(tree).length).toBeGreaterThan(2);
  });

  it('[N2] tears no grapheme where it slices, unless one alone is too large', () => {
    const families = '👩‍👩‍👧‍👦'.repeat(2_000);
    const tree = askFor([{ text: families, tokens: Infinity }], { instructions: 'i', maxTokens: 50, room: 2_600, count });
    for (const leaf of leaves(tree)) expect(leaf.length % 11).toBe(0);
    const endless = `x${'\u0301'.repeat(9_000)}`;
    expect(
      leaves(askFor([{ text: endless, tokens: Infinity }], { instructions: 'i', maxTokens: 50, room: 2_600, count })).join(''),
    ).toBe(endless);
  });
});
