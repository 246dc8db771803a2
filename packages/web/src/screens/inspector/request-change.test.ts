import type { ContextRow } from '@tenfold/contract';
import { describe, expect, it } from 'vitest';
import { requestChange } from './request-change.ts';

const said = (position: number, tokens = 10, text = `m${position}`): ContextRow => ({
  row: position,
  kind: 'entry',
  role: 'user',
  position,
  entryId: `e${position}`,
  tokens,
  cached: false,
  protected: false,
  parts: [{ type: 'text', text, tokens }],
});
const standIn = (from: number, to: number, tokens: number): ContextRow => ({
  ...said(from, tokens),
  kind: 'stand-in',
  foldId: `f${from}-${to}`,
  from,
  to,
});
const placed = (rows: readonly ContextRow[]) => rows.map((row, index) => ({ ...row, row: index }));
const words = (rows: readonly ContextRow[], change: ReturnType<typeof requestChange>) =>
  rows.map(({ row }) => change.rows.get(row) ?? '');

describe('what changed since the request before', () => {
  it('is nothing between equal requests', () => {
    const rows = placed([said(0), said(1)]);
    expect(requestChange(rows, rows)).toMatchObject({ added: { rows: 0 }, folded: { rows: 0 }, back: { rows: 0 } });
  });

  it('is what was said, what was folded with its gain, what came back and what has another form', () => {
    const first = placed([said(0), said(1), said(2), said(3)]);
    const second = placed([said(0), standIn(1, 2, 5), said(3, 4, 'cut'), said(4)]);
    const change = requestChange(first, second);
    expect(words(second, change)).toEqual(['', 'folded', 'changed', 'new']);
    expect(change).toMatchObject({
      added: { rows: 1, tokens: 10 },
      folded: { rows: 2, before: 20, after: 5 },
      changed: { rows: 1, before: 10, after: 4 },
    });
    const undone = requestChange(second, placed([...first, said(4)]));
    expect(undone).toMatchObject({ back: { rows: 2, tokens: 20 }, added: { rows: 0 }, folded: { rows: 0 } });
  });

  it('folds of folds count what stood there', () => {
    const before = placed([standIn(0, 4, 30), said(5), said(6)]);
    const now = placed([standIn(0, 5, 12), said(6)]);
    expect(requestChange(before, now).folded).toEqual({ rows: 2, before: 40, after: 12 });
  });
});
