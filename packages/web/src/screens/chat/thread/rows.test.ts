import type { Job, QueuedMessage, Run } from '@tenfold/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noteJob } from '../../../state/fold-watch.ts';
import type { LiveTurn } from '../turn/live-turn.ts';
import { type Answering, SENT } from '../turn/turn-stream.ts';
import { rowKey, type ThreadRow, threadRows } from './rows.ts';

const run = (id: string, at: number): Run => ({ id, at, createdAt: 1, outcome: 'done', folds: [{ id: 'f' }] }) as unknown as Run;
const turn = (over: Partial<LiveTurn>): LiveTurn => ({
  key: 'k',
  input: { text: 'hi' },
  answering: SENT,
  problem: null,
  ...over,
});

describe('thread rows', () => {
  it('hold every message once, in order, and every divider, each under its own name', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.array(fc.integer({ min: -5, max: 250 }), { maxLength: 8 }), (length, places) => {
        const rows = threadRows({ length, runs: places.map((at, index) => run(`r${index}`, at)), turns: [] });
        expect(rows.flatMap((row) => (row.kind === 'entry' ? [row.position] : []))).toEqual(
          Array.from({ length }, (_, at) => at),
        );
        expect(rows.filter(({ kind }) => kind === 'divider').length).toBe(places.length);
        expect(new Set(rows.map(rowKey)).size).toBe(rows.length);
      }),
    );
  });

  it('a divider stands before the first message it does not cover', () => {
    const rows = threadRows({ length: 5, runs: [run('r', 3)], turns: [] });
    expect(rows.map(rowKey)).toEqual(['entry-0', 'entry-1', 'entry-2', 'fold-r', 'entry-3', 'entry-4']);
  });

  it('what was said shows until it is stored, then only the answer under way', () => {
    expect(threadRows({ length: 0, runs: [], turns: [turn({})] }).map(({ kind }) => kind)).toEqual(['sending', 'answering']);
    expect(
      threadRows({ length: 1, runs: [], turns: [turn({ answering: { ...SENT, stored: true } })] }).map(({ kind }) => kind),
    ).toEqual(['entry', 'answering']);
  });

  it('what is on its way has the name it will have in the record, so that nothing is drawn anew', () => {
    const keys = (length: number, answering: Partial<Answering>) =>
      threadRows({ length, runs: [], turns: [turn({ answering: { ...SENT, ...answering } })] }).map(rowKey);
    const all = ['entry-0', 'entry-1'];
    expect(keys(0, {})).toEqual(all);
    expect(keys(1, { stored: true, state: 'streaming' })).toEqual(all);
    expect(keys(2, { stored: true, state: 'streaming', recorded: true })).toEqual(all);
    expect(keys(2, { stored: true, state: 'answered', recorded: true })).toEqual(all);
  });
});

describe('a fold in the thread', () => {
  const job = (over: Partial<Job>): Job => ({ id: 'j', state: 'running', at: 2, ...over }) as Job;
  const kinds = (rows: readonly ThreadRow[]) => rows.map(({ kind }) => kind);

  it('stands where its divider will, from its start to its end, under one name', () => {
    const running = threadRows({ length: 4, runs: [], turns: [], watch: { job: job({}), run: null } });
    expect(kinds(running)).toEqual(['entry', 'entry', 'folding', 'entry', 'entry']);
    const done = threadRows({
      length: 4,
      runs: [run('r', 2)],
      turns: [],
      watch: { job: job({ state: 'done', runId: 'r' }), run: run('r', 2) },
    });
    expect(kinds(done)).toEqual(['entry', 'entry', 'divider', 'entry', 'entry']);
    noteJob('s', job({ state: 'done', runId: 'r' }));
    expect(done.map(rowKey)).toEqual(running.map(rowKey));
  });

  it.each(['failed', 'cancelled', 'skipped'] as const)('stays where it was when it is %s', (state) => {
    expect(kinds(threadRows({ length: 3, runs: [], turns: [], watch: { job: job({ state }), run: null } }))).toEqual([
      'entry',
      'entry',
      'folding',
      'entry',
    ]);
  });

  it('waits for its place to be known, and never stands beside its own divider', () => {
    expect(kinds(threadRows({ length: 1, runs: [], turns: [], watch: { job: job({ at: null }), run: null } }))).toEqual([
      'entry',
    ]);
    expect(
      kinds(threadRows({ length: 1, runs: [], turns: [], watch: { job: job({ at: null, state: 'failed' }), run: null } })),
    ).toEqual(['entry', 'folding']);
    expect(kinds(threadRows({ length: 2, runs: [], turns: [], watch: { job: job({}), run: run('r', 2) } }))).toEqual([
      'entry',
      'entry',
      'divider',
    ]);
    expect(
      kinds(
        threadRows({ length: 2, runs: [run('r', 2)], turns: [], watch: { job: job({ state: 'done', runId: 'r' }), run: null } }),
      ),
    ).toEqual(['entry', 'entry', 'divider']);
  });

  it.each(['failed', 'cancelled'] as const)(
    'one that was %s stands in its place after a reload, and only the latest is tried again',
    (state) => {
      const jobs = [job({ id: 'late', state, at: 3 }), job({ id: 'done', state: 'done' }), job({ id: 'early', state, at: 1 })];
      const rows = threadRows({ length: 4, runs: [], turns: [], jobs });
      expect(rows.map(rowKey)).toEqual(['entry-0', 'fold-early', 'entry-1', 'entry-2', 'fold-late', 'entry-3']);
      expect(rows.flatMap((row) => (row.kind === 'folding' ? [row.retry] : []))).toEqual([false, true]);
    },
  );

  it('one that came to nothing gives way to a newer one at the same place', () => {
    const jobs = [job({ id: 'again', state: 'cancelled' }), job({ id: 'first', state: 'failed' })];
    expect(threadRows({ length: 2, runs: [], turns: [], jobs }).map(rowKey)).toEqual(['entry-0', 'entry-1', 'fold-again']);
    const watch = { job: job({ id: 'now' }), run: null };
    expect(threadRows({ length: 2, runs: [], turns: [], jobs, watch }).map(rowKey)).toEqual(['entry-0', 'entry-1', 'fold-now']);
  });

  it('one that this tab saw end stands once', () => {
    const failed = job({ state: 'failed' });
    expect(kinds(threadRows({ length: 3, runs: [], turns: [], jobs: [failed], watch: { job: failed, run: null } }))).toEqual([
      'entry',
      'entry',
      'folding',
      'entry',
    ]);
  });
});

describe('messages in line', () => {
  const message = (id: string): QueuedMessage =>
    ({ id, text: id, attachments: [], idempotencyKey: id, since: 1, state: 'waiting' }) satisfies QueuedMessage;

  it('stand last, and not where this tab shows them as its own', () => {
    const rows = threadRows({ length: 1, runs: [], turns: [turn({ key: 'a' })], queue: [message('a'), message('b')] });
    expect(rows.map(rowKey)).toEqual(['entry-0', 'entry-1', 'entry-2', 'queued-b']);
  });

  it('of this tab stand in line too, with what can be done there', () => {
    const waiting = turn({ key: 'a', answering: { ...SENT, state: 'queued', waitsFor: 'turn' } });
    const rows = threadRows({ length: 1, runs: [], turns: [waiting], queue: [message('a')] });
    expect(rows.map(({ kind }) => kind)).toEqual(['entry', 'queued']);
  });

  it('leave no message open for an answer', () => {
    const isLast = (queue: readonly QueuedMessage[]) =>
      threadRows({ length: 2, runs: [], turns: [], queue }).flatMap((row) => (row.kind === 'entry' ? [row.isLast] : []));
    expect(isLast([])).toEqual([false, true]);
    expect(isLast([message('a')])).toEqual([false, false]);
  });
});
