import type { ContextRow } from '@tenfold/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowKinds } from './row-kinds.ts';
import { cachedTokens, rowName, shownRows } from './shown-rows.ts';

const row = (over: Partial<ContextRow>): ContextRow => ({
  row: 0,
  kind: 'entry',
  role: 'user',
  tokens: 10,
  cached: false,
  protected: false,
  parts: [{ type: 'text', text: 'words', tokens: 10 }],
  ...over,
});

const rows = fc
  .array(
    fc.record({
      kind: fc.constantFrom('system', 'tools', 'entry', 'stand-in'),
      role: fc.constantFrom('user', 'assistant', 'tool'),
      tokens: fc.nat(1_000),
      cached: fc.boolean(),
      type: fc.constantFrom('text', 'reasoning', 'tool-call', 'tool-result', 'attachment', 'opaque'),
    }),
  )
  .map((drawn) =>
    drawn.map(({ type, ...over }, index) =>
      row({ ...(over as Partial<ContextRow>), row: index, parts: [{ type, text: `t${index}`, tokens: over.tokens }] }),
    ),
  );

describe('rows of the inspector', () => {
  it('shows every row once, whatever the order', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom('sent' as const, 'tokens' as const), (all, order) => {
        const shown = shownRows(all, { order });
        expect(new Set(shown)).toEqual(new Set(all));
        if (order === 'tokens')
          for (const [index, { tokens }] of shown.entries())
            expect(tokens).toBeLessThanOrEqual(shown[index - 1]?.tokens ?? tokens);
      }),
    );
  });
  it('shows each row under one of its kinds at least', () => {
    fc.assert(
      fc.property(rows, (all) => {
        for (const one of all)
          expect(rowKinds(one).some((kind) => shownRows(all, { order: 'sent', kind }).includes(one))).toBe(true);
      }),
    );
  });
  it('leaves the rows it is given alone', () => {
    const given = [row({ row: 0, tokens: 1 }), row({ row: 1, tokens: 2 })];
    shownRows(given, { order: 'tokens' });
    expect(given.map(({ row: at }) => at)).toEqual([0, 1]);
  });
  it('finds words without regard to case', () => {
    expect(shownRows([row({})], { order: 'sent', words: ' WORDS ' })).toHaveLength(1);
    expect(shownRows([row({})], { order: 'sent', words: 'absent' })).toHaveLength(0);
  });
  it('names what people know', () => {
    expect(rowName(row({ kind: 'stand-in', from: 6, to: 47, covers: 42 }))).toBe('condensed 7–48 (42 messages)');
    expect(rowName(row({ kind: 'tools', parts: [] }))).toBe('0 tool definitions');
  });
  it('adds up what is cached', () => {
    expect(cachedTokens([row({ cached: true, tokens: 3 }), row({ tokens: 9 })])).toBe(3);
  });
});
