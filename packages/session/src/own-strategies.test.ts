import { type AnyStrategy, native } from '@tenfold/core';
import { expect, it } from 'vitest';
import { bench, talk } from './testing/bench.ts';

const own: AnyStrategy = { ...native, id: 'own-way', name: 'My way' };

it('condenses by a strategy of one’s own, chosen for a session or for everyone', async () => {
  const { tenfold } = await bench({ strategies: [own] });
  expect(tenfold.strategies.map(({ id }) => id)).toContain('own-way');
  const { id } = await tenfold.sessions.create({ strategy: 'own-way' });
  for (let turn = 0; turn < 8; turn++)
    await tenfold.sessions.append(id, {
      messages: [
        { role: 'user', text: talk(turn) },
        { role: 'assistant', text: 'Noted.' },
      ],
    });
  const job = await tenfold.folding.condense(id, { force: true });
  expect(await tenfold.folding.finished(job.id)).toMatchObject({ state: 'done', strategy: 'own-way', strategyName: 'My way' });
  await tenfold.settings.change({ strategy: 'own-way' });
  const { values } = await tenfold.settings.effective((await tenfold.sessions.create({})).id);
  expect(values.find(({ key }) => key === 'strategy')).toMatchObject({ value: 'own-way', from: 'global' });
});

it('refuses one that nobody gave, and two of the same id', async () => {
  const { tenfold, store } = await bench();
  await expect(tenfold.sessions.create({ strategy: 'own-way' })).rejects.toThrow(/not right|strategy/i);
  await expect(tenfold.settings.change({ strategy: 'own-way' })).rejects.toThrow();
  await store.settings.set({ scope: 'global', key: 'strategy', value: 'own-way', at: 0 });
  const { values } = await tenfold.settings.effective((await tenfold.sessions.create({})).id);
  expect(values.find(({ key }) => key === 'strategy')).toMatchObject({ value: 'native', from: 'default' });
  await expect(bench({ strategies: [own, own] })).rejects.toThrow(/two strategies with the id own-way/);
});
