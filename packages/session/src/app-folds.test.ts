import { expect, it } from 'vitest';
import { createAppFolds } from './app-folds.ts';
import { bench } from './testing/bench.ts';

it('counts what is damaged as not there, and takes what is put in its place', async () => {
  const { store } = await bench();
  const settled = createAppFolds({ store, now: Date.now });
  for (const text of ['[{', '{}', '[1]', 'null']) {
    await store.answers.put({ hash: 'settled:a', text, by: 'app', at: 1 });
    expect(await settled.find(['a'])).toBeNull();
  }
  await settled.put('a', [{ id: 'f' }]);
  expect(await settled.find(['none', 'a'])).toEqual({ name: 'a', folds: [{ id: 'f' }] });
});

it('lets others have their turn while very many names are looked for', async () => {
  const { store } = await bench();
  const settled = createAppFolds({ store, now: Date.now });
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  expect(await settled.find(Array.from({ length: 20_000 }, String))).toBeNull();
  isOver = true;
  expect(turns).toBeGreaterThan(20);
});
