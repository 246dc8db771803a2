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
