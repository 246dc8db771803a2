import assert from 'node:assert/strict';
import { Conflict } from '../error.ts';
import type { Task, Worker } from '../queue.ts';
import type { Store } from '../store.ts';
import { type Law, law, type Open } from './law.ts';

/** Laws J1 to J5: tasks are done, once in effect, again when they fail, and put aside in the end. */
export function queueLaws(open: Open): Law[] {
  return [
    law(open, 'J1', 'does every task once, however many work', async ({ store, again }) => {
      const other = await again();
      const done: string[] = [];
      const all = Promise.withResolvers<void>();
      const names = Array.from({ length: 12 }, (_, index) => `${index}`);
      const run = async ({ kind, owner, input, attempt }: Task) => {
        assert.deepEqual([kind, owner, attempt], ['count', 'ada', 1]);
        done.push(String(input.name));
        if (done.length === names.length) all.resolve();
      };
      for (const name of names.slice(0, 6)) await store.queue.put({ owner: 'ada', kind: 'count', input: { name } });
      const workers = await Promise.all([store, other].map((each, index) => each.queue.work(worker(index + 1, run))));
      await Promise.all(
        names
          .slice(6)
          .map((name) => (Number(name) % 2 ? store : other).queue.put({ owner: 'ada', kind: 'count', input: { name } })),
      );
      await all.promise;
      for (const each of workers) await each.stop();
      assert.deepEqual(done.toSorted(), names.toSorted());
      assert.equal(await store.queue.size(), 0);
      await other.close();
    }),
    law(open, 'J2', 'has one task of a key in line, and another once that is done', async ({ store, again }) => {
      const other = await again();
      const wish = { owner: 'ada', kind: 'fold', key: 'fold:one' };
      const put = await Promise.all([store, other, store].map(({ queue }) => queue.put(wish)));
      assert.equal(put.filter(Boolean).length, 1);
      assert.equal(await other.queue.put({ ...wish, key: 'fold:two' }), true);
      await untilDone(store, 2);
      assert.equal(await store.queue.put(wish), true);
      await untilDone(other, 1);
      await other.close();
    }),
    law(open, 'J3', 'tries again what failed, after pauses, and puts aside what never works', async ({ store }) => {
      const tries: [string, number][] = [];
      const over = Promise.withResolvers<void>();
      const workers = await store.queue.work(
        worker(1, async ({ kind, attempt }) => {
          tries.push([kind, attempt]);
          if (kind === 'hopeless' && attempt === 2) over.resolve();
          if (kind === 'hopeless' || attempt < 2) throw new Error(`not at attempt ${attempt}`);
        }),
      );
      await store.queue.put({ owner: 'ada', kind: 'late', pauseMs: 0 });
      await store.queue.put({ owner: 'bo', kind: 'hopeless', input: { n: 1 }, retries: 1, pauseMs: 1 });
      await over.promise;
      while ((await store.queue.size()) > 0) await turn();
      await workers.stop();
      assert.deepEqual(tries.toSorted(), [
        ['hopeless', 1],
        ['hopeless', 2],
        ['late', 1],
        ['late', 2],
      ]);
      const [dead, ...more] = await store.queue.dead();
      assert.deepEqual(
        [dead?.kind, dead?.owner, dead?.input, dead?.reason, more],
        ['hopeless', 'bo', { n: 1 }, 'not at attempt 2', []],
      );
    }),
    law(open, 'J4', 'gives back what was under way when its worker stopped', async ({ store, again }) => {
      const begun = Promise.withResolvers<void>();
      const first = await store.queue.work(
        worker(1, async (_, signal) => {
          begun.resolve();
          await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('told to end'))));
        }),
      );
      await store.queue.put({ owner: 'ada', kind: 'long' });
      await begun.promise;
      await first.stop();
      assert.equal(await store.queue.size(), 1);
      const other = await again();
      await untilDone(other, 1);
      await other.close();
    }),
    law(open, 'J5', 'has the effect of a task once, though it is handed out twice', async ({ store }) => {
      const { id: session } = await store.sessions.create({ at: 0 });
      const { version, head } = await store.heads.get(session, 'main');
      // What a task does names the head it was made on: whoever comes second finds another one.
      const effect = () => store.heads.swap({ session, branch: 'main', expect: version, head, at: 1 });
      await effect();
      await assert.rejects(effect(), Conflict);
    }),
  ];
}

function worker(lease: number, run: Worker['run']): Worker {
  return {
    lease,
    isDead: async () => false,
    run,
    onError: (error) => {
      throw error;
    },
  };
}

/** Works until so many tasks are done. */
async function untilDone(store: Store, count: number): Promise<void> {
  const all = Promise.withResolvers<void>();
  let left = count;
  const working = await store.queue.work(
    worker(9, async () => {
      if (--left === 0) all.resolve();
    }),
  );
  await all.promise;
  await working.stop();
  assert.equal(await store.queue.size(), 0);
}

function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
