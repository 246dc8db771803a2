import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../../api/contract.ts';
import type { LiveTurn } from '../turn/live-turns.ts';
import { SENT } from '../turn/turn-stream.ts';
import { rowKey, rowOf, threadRows } from './rows.ts';

const run = (id: string, at: number): Run => ({ id, at, createdAt: 1, outcome: 'done', folds: [{ id: 'f' }] }) as unknown as Run;
const turn = (over: Partial<LiveTurn>): LiveTurn => ({
  key: 'k',
  saying: { text: 'hi' },
  answering: SENT,
  problem: null,
  ...over,
});

describe('thread rows', () => {
  it('hold every message once, in order, and every divider, each under its own name', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.array(fc.integer({ min: -5, max: 250 }), { maxLength: 8 }), (length, places) => {
        const rows = threadRows(
          length,
          places.map((at, index) => run(`r${index}`, at)),
          [],
        );
        expect(rows.flatMap((row) => (row.kind === 'entry' ? [row.position] : []))).toEqual(
          Array.from({ length }, (_, at) => at),
        );
        expect(rows.filter(({ kind }) => kind === 'divider').length).toBe(places.length);
        expect(new Set(rows.map(rowKey)).size).toBe(rows.length);
      }),
    );
  });

  it('a divider stands before the first message it does not cover', () => {
    const rows = threadRows(5, [run('r', 3)], []);
    expect(rows.map(rowKey)).toEqual(['entry-0', 'entry-1', 'entry-2', 'divider-r', 'entry-3', 'entry-4']);
    expect(rowOf(rows, 3)).toBe(4);
  });

  it('what was said shows until it is stored, then only the answer under way', () => {
    expect(threadRows(0, [], [turn({})]).map(({ kind }) => kind)).toEqual(['said', 'answering']);
    expect(threadRows(1, [], [turn({ answering: { ...SENT, stored: true } })]).map(({ kind }) => kind)).toEqual([
      'entry',
      'answering',
    ]);
  });
});
