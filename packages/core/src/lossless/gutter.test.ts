import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guttersOf, restoreGutters, stripGutters } from './gutter.ts';
import { foldNumbers, unfoldGutters } from './gutter-fold.ts';
import { bareLinesOf } from './lines.ts';

const foldGutters = (text: string) => foldNumbers(bareLinesOf(text));

const line = fc
  .oneof(fc.string({ maxLength: 12 }), fc.constantFrom('', '}', '1→x', '12:', '  3\tx', '⟨ Lines ⟩'))
  .map((text) => text.replaceAll('\n', ' '));
const style = fc.constantFrom(
  { lead: '', width: 6, pad: ' ', mark: '→' },
  { lead: '', width: 6, pad: ' ', mark: '\t' },
  { lead: '', width: 1, pad: ' ', mark: ':' },
  { lead: '', width: 5, pad: '0', mark: '| ' },
  { lead: '', width: 3, pad: ' ', mark: ' | ' },
  { lead: '', width: 4, pad: ' ', mark: ' │ ' },
  { lead: '', width: 1, pad: ' ', mark: '. ' },
  { lead: 'L', width: 1, pad: ' ', mark: ': ' },
);
const numbered = fc
  .record({
    style,
    first: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 90, max: 1_005 })),
    lines: fc.array(line, { maxLength: 30 }),
  })
  .map(({ style: { lead, width, pad, mark }, first, lines }) =>
    lines.map((text, i) => lead + String(first + i).padStart(width, pad) + mark + text).join('\n'),
  );
const text = fc.array(fc.oneof(numbered, line), { minLength: 1, maxLength: 4 }).map((blocks) => blocks.join('\n'));

describe('gutters', () => {
  it('come off and go on again byte for byte, whatever the text', () => {
    fc.assert(
      fc.property(text, (given) => {
        const gutters = guttersOf(given);
        expect(restoreGutters(stripGutters(given, gutters), gutters)).toBe(given);
        const folded = foldGutters(given);
        if (folded !== null) expect(unfoldGutters(folded)).toBe(given);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are found in the styles that agents and tools write', () => {
    for (const [given, bare] of [
      ['     1→a\n     2→\n     3→c', 'a\n\nc'],
      ['     9\ta\n    10\tb\n    11\tc\n', 'a\nb\nc\n'],
      ['00099| a\n00100| b\n00101| c', 'a\nb\nc'],
      ['L9: a\nL10: b\nL11: c', 'a\nb\nc'],
      ['   9 │ a\n  10 │ b\n  11 │ c', 'a\nb\nc'],
      ['1. wash\n2. cut\n3. cook', '1. wash\n2. cut\n3. cook'],
      [
        '[File: a.py (3 lines total)]\n98:x\n99:y\n100:z\n(1 more line below)',
        '[File: a.py (3 lines total)]\nx\ny\nz\n(1 more line below)',
      ],
    ] as const)
      expect(stripGutters(given, guttersOf(given))).toBe(bare);
  });

  it('name where they start and how they look', () => {
    expect(foldGutters('     1→a\n     2→b\n     3→c')).toBe('⟨ Lines numbered "     1→" ⟩\na\nb\nc');
    expect(foldGutters('head\n7:a\n8:b\n9:c\n')).toBe('⟨ Lines 2-4 numbered "7:" ⟩\nhead\na\nb\nc\n');
  });

  it('are not seen where numbers do not follow one another', () => {
    expect(foldGutters('1→a\n3→b\n5→c')).toBeNull();
    expect(foldGutters('plain text\nwith lines\nand no numbers')).toBeNull();
  });

  it('leave text alone that only looks as if they had been taken off', () => {
    for (const given of [
      '⟨ Lines numbered "x" ⟩\na',
      '⟨ Lines 5-9 numbered "1:" ⟩\na',
      '⟨ Lines  ⟩\na',
      '⟨ Lines numbered "1:" ⟩',
    ])
      expect(unfoldGutters(given)).toBeNull();
  });
});
