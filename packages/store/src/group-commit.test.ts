import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GroupCommit, type Transactions } from './group-commit.ts';

/** A list that only keeps what was committed, and counts its flushes. */
function memory(fault: { commitAt?: number; endsAt?: number } = {}, place = crypto.randomUUID() as string) {
  const state = { kept: [] as number[], draft: [] as number[], mark: 0, commits: 0, rollbacks: 0, alive: false };
  const transactions: Transactions<(n: number) => void> = {
    db: (n) => {
      state.draft.push(n);
      if (n === fault.endsAt) state.alive = false;
    },
    async begin() {
      state.alive = true;
      state.draft = [];
    },
    async commit() {
      state.commits++;
      if (state.commits === fault.commitAt) throw new Error('flush failed');
      state.kept.push(...state.draft);
      state.alive = false;
    },
    async rollback() {
      state.rollbacks++;
      state.alive = false;
    },
    async mark() {
      state.mark = state.draft.length;
    },
    async release() {},
    async fallBack() {
      state.draft.length = state.mark;
    },
    alive: () => state.alive,
  };
  return { state, commits: new GroupCommit(transactions, place) };
}

describe('group commit', () => {
  it('[H16] gives others their turn between long work, its commit and its answer', async () => {
    const { state, commits } = memory();
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    let worked = 0;
    await commits.run(async (write) => {
      for (const until = performance.now() + 20; performance.now() < until; );
      write(1);
      worked = turns;
      setImmediate(count);
    });
    isOver = true;
    expect([state.kept, turns - worked >= 2]).toEqual([[1], true]);
  });

  it('keeps two of one place apart, also while one of them lets others have their turn', async () => {
    const open: string[] = [];
    let overlaps = 0;
    const slow = (name: string) => {
      const { commits, state } = memory({}, 'one place');
      const run = () =>
        commits.run(async (write) => {
          if (open.length > 0) overlaps++;
          open.push(name);
          await new Promise((next) => setImmediate(next));
          write(1);
          open.pop();
        });
      return { run, state };
    };
    const [a, b] = [slow('a'), slow('b')];
    await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? a : b).run()));
    expect([overlaps, a.state.kept.length, b.state.kept.length]).toEqual([0, 20, 20]);
  });

  it('[R1] [R5] keeps exactly what it acknowledged, in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 600 }), async (good) => {
        const { state, commits } = memory();
        const jobs = good.map((ok, n) =>
          commits.run(async (write) => {
            write(n);
            await Promise.resolve();
            if (!ok) throw new Error(`no ${n}`);
            return n;
          }),
        );
        const outcomes = await Promise.allSettled(jobs);
        const acknowledged = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
        expect(acknowledged).toEqual(good.flatMap((ok, n) => (ok ? [n] : [])));
        expect(state.kept).toEqual(acknowledged);
        expect(state.commits).toBeLessThanOrEqual(Math.ceil(good.length / 256));
        await commits.idle();
      }),
      { numRuns: 60 },
    );
  });

  it('[R1] says nothing before the commit', async () => {
    const { state, commits } = memory();
    await Promise.all(
      Array.from({ length: 5 }, (_, n) => commits.run(async (write) => write(n)).then(() => expect(state.kept).toHaveLength(5))),
    );
    expect(state.commits).toBe(1);
  });

  it('[D3] tells everybody of a failed commit and does not repeat it', async () => {
    const { state, commits } = memory({ commitAt: 1 });
    const outcomes = await Promise.allSettled([1, 2, 3].map((n) => commits.run(async (write) => write(n))));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect([state.commits, state.rollbacks, state.kept]).toEqual([1, 1, []]);
    await commits.run(async (write) => write(4));
    expect(state.kept).toEqual([4]);
  });

  it('[D3] gives up the group when an error has ended its transaction', async () => {
    const { state, commits } = memory({ endsAt: 2 });
    const jobs = [1, 2, 3].map((n) =>
      commits.run(async (write) => {
        write(n);
        if (n === 2) throw new Error('disk');
      }),
    );
    const outcomes = await Promise.allSettled(jobs);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect([state.commits, state.rollbacks]).toEqual([0, 0]);
  });
});
