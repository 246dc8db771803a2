import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { describeOnPostgres } from '../../../../../tests/postgres/describe-on-postgres.ts';
import { openPostgres, openSqlite, type Store } from '../../index.ts';

/** Law J4 with a process that is killed: somebody else does its task. How long that takes on PostgreSQL is told by beats alone. */
async function outlivesItsWorker(address: string, open: () => Promise<Store>): Promise<number> {
  const store = await open();
  await store.queue.put({ owner: 'ada', kind: 'long' });
  const first = spawn(process.execPath, [join(import.meta.dirname, 'worker.ts'), address], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(first.stdout, 'data');
  let killedAt = 0;
  const done = Promise.withResolvers<number>();
  const second = await store.queue.work({
    lease: 2,
    isDead: async (lease) => lease === 1 && killedAt > 0,
    run: async ({ kind, attempt }) => {
      expect([kind, attempt, killedAt > 0]).toEqual(['long', 2, true]);
      done.resolve(performance.now() - killedAt);
    },
    onError: (error) => done.reject(error),
  });
  const exited = once(first, 'exit');
  first.kill('SIGKILL');
  await exited;
  killedAt = performance.now();
  const tookMs = await done.promise;
  await second.stop();
  expect(await store.queue.size()).toBe(0);
  await store.close();
  return tookMs;
}

it('on SQLite', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-dead-'));
  const file = join(folder, 'work.db');
  await outlivesItsWorker(file, () => openSqlite(file));
  rmSync(folder, { recursive: true });
});

describeOnPostgres('on PostgreSQL', (postgres) => {
  const taken: number[] = [];
  afterAll(() =>
    process.stdout.write(
      `A killed worker's task was begun again after ${taken.map((ms) => (ms / 1_000).toFixed(1)).join(', ')} s.\n`,
    ),
  );
  for (const round of [1, 2, 3])
    it(`round ${round}`, { timeout: 120_000 }, async () => {
      taken.push(await outlivesItsWorker(postgres.url, () => openPostgres(postgres.url)));
      expect(taken.at(-1)).toBeLessThan(20_000);
    });
});
