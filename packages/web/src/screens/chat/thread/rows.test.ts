import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Job, Run } from '../../../api/contract.ts';
import { noteJob } from '../../../state/fold-watch.ts';
import type { LiveTurn } from '../turn/live-turns.ts';
import { SENT } from '../turn/turn-stream.ts';
import { rowKey, type ThreadRow, threadRows } from './rows.ts';

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
    expect(rows.map(rowKey)).toEqual(['entry-0', 'entry-1', 'entry-2', 'fold-r', 'entry-3', 'entry-4']);
  });

  it('what was said shows until it is stored, then only the answer under way', () => {
    expect(threadRows(0, [], [turn({})]).map(({ kind }) => kind)).toEqual(['said', 'answering']);
    expect(threadRows(1, [], [turn({ answering: { ...SENT, stored: true } })]).map(({ kind }) => kind)).toEqual([
      'entry',
      'answering',
    ]);
  });
});

describe('a fold in the thread', () => {
  const job = (over: Partial<Job>): Job => ({ id: 'j', state: 'running', at: 2, ...over }) as Job;
  const kinds = (rows: readonly ThreadRow[]) => rows.map(({ kind }) => kind);

  it('stands where its divider will, from its start to its end, under one name', () => {
    const running = threadRows(4, [], [], { job: job({}), run: null });
    expect(kinds(running)).toEqual(['entry', 'entry', 'folding', 'entry', 'entry']);
    const done = threadRows(4, [run('r', 2)], [], { job: job({ state: 'done', runId: 'r' }), run: run('r', 2) });
    expect(kinds(done)).toEqual(['entry', 'entry', 'divider', 'entry', 'entry']);
    noteJob('s', job({ state: 'done', runId: 'r' }));
    expect(done.map(rowKey)).toEqual(running.map(rowKey));
  });

  it.each(['failed', 'cancelled', 'skipped'] as const)('stays where it was when it is %s', (state) => {
    expect(kinds(threadRows(3, [], [], { job: job({ state }), run: null }))).toEqual(['entry', 'entry', 'folding', 'entry']);
  });

  it('waits for its place to be known, and never stands beside its own divider', () => {
    expect(kinds(threadRows(1, [], [], { job: job({ at: null }), run: null }))).toEqual(['entry']);
    expect(kinds(threadRows(1, [], [], { job: job({ at: null, state: 'failed' }), run: null }))).toEqual(['entry', 'folding']);
    expect(kinds(threadRows(2, [], [], { job: job({}), run: run('r', 2) }))).toEqual(['entry', 'entry', 'divider']);
    expect(kinds(threadRows(2, [run('r', 2)], [], { job: job({ state: 'done', runId: 'r' }), run: null }))).toEqual([
      'entry',
      'entry',
      'divider',
    ]);
  });
});
