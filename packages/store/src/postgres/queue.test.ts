import { expect, it } from 'vitest';
import { describeOnPostgres } from '../../../../tests/postgres/describe-on-postgres.ts';
import { createPool } from './pool.ts';
import { createBossQueue } from './queue.ts';

const rounds = process.env.TENFOLD_DEEP === '1' ? 25 : 2;

describeOnPostgres('a line of tasks on PostgreSQL', (postgres) => {
  it('[J2] is made once, however many processes open it at the same time', { timeout: 120_000 }, async () => {
    for (let round = 0; round < rounds; round++) {
      const queues = Array.from({ length: 6 }, () =>
        createBossQueue(createPool(postgres.url, 2), `line_${process.pid}_${round}`),
      );
      const put = await Promise.all(queues.map((queue) => queue.put({ owner: 'o', kind: 'k', key: 'the same' })));
      expect(put.filter((isNew) => isNew)).toHaveLength(1);
      expect(await queues[0]?.size()).toBe(1);
      for (const queue of queues) await queue.close();
    }
  });
});
