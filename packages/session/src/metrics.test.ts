import { expect, it } from 'vitest';
import { bench } from './testing/bench.ts';

const MANY = 1_200;

it('sums up what happened in all sessions, however many and archived or not', async () => {
  const { tenfold, store } = await bench();
  const at = Date.now();
  const figures = { tokensBefore: 10, tokensAfter: 4, cost: 0.5, report: {}, startedAt: at, durationMs: 2_000 };
  const of = { branch: 'main', strategy: 'native', trigger: 'manual', outcome: 'done' } as const;
  const { id: first } = await store.sessions.create({ id: 'first', at });
  await store.runs.save({ ...of, ...figures, id: 'r', session: first });
  await store.runs.save({ ...of, ...figures, id: 'old', session: first, startedAt: at - 40 * 86_400_000 });
  await store.checkpoints.create({ session: first, label: 'c', at });
  const { id: job } = await store.jobs.create({ session: first, kind: 'fold', at });
  await store.jobs.update(job, { state: 'failed', at });
  await store.sessions.update(first, { archived: true, at });
  await store.transaction(first, async (inside) => {
    for (let n = 0; n < MANY; n++) await inside.sessions.create({ id: `s${n}`, at });
  });
  for (let n = 0; n < 250; n++) await store.runs.save({ ...of, ...figures, id: `r${n}`, session: 's0' });
  expect(await tenfold.metrics.summary()).toMatchObject({
    folds: 251,
    tokensSaved: 251 * 6,
    failures: 1,
    checkpoints: 1,
    averageSeconds: 2,
  });
});
