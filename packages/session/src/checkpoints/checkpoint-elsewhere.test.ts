import { expect, it, onTestFinished } from 'vitest';
import { openTenfold } from '../open-tenfold.ts';
import { twoProcesses } from '../testing/two-processes.ts';

it('a worker that comes late, and is handed a task twice, makes one checkpoint of what was noticed', async () => {
  const two = await twoProcesses({}, { options: { worker: false } });
  const { tenfold, session, store, storeThere } = two;
  await tenfold.sessions.append(session, { messages: [{ role: 'user', text: 'We decided to go with steel shelves.' }] });
  const { used } = await tenfold.contexts.status(session);
  await expect.poll(() => store.queue.size()).toBeGreaterThan(0);
  await two.fill(2);
  const { work } = storeThere.queue;
  const twice: typeof work = (worker) =>
    work({
      ...worker,
      async run(task, signal) {
        await worker.run(task, signal);
        await worker.run(task, signal);
      },
    });
  const worker = await openTenfold({ store: { ...storeThere, queue: { ...storeThere.queue, work: twice } } });
  onTestFinished(() => worker.close());
  await expect.poll(() => store.queue.size(), { timeout: 20_000 }).toBe(0);
  const made = await tenfold.checkpoints.list(session);
  expect(made).toMatchObject([{ tags: ['decision'], entries: 1, position: 0, tokens: used }]);
  const { branch } = await tenfold.checkpoints.restore(session, made[0]?.id ?? '', { confirmModel: true });
  expect((await store.heads.get(session, branch)).length).toBe(1);
  const told = await store.events.after(session, 0);
  expect(told.filter(({ type, data }) => type === 'checkpoint' && data.id === made[0]?.id)).toHaveLength(1);
});
