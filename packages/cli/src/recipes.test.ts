import { presets, strategies, writePreset } from '@tenfold/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allRecipes, recipeOf } from './recipes.ts';
import { scratchFolder } from './testing/sample-files.ts';

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
beforeAll(async () => {
  scratch = await scratchFolder();
});
afterAll(() => scratch.remove());

it('knows every strategy and preset of the engine, and names them in help', async () => {
  expect((await allRecipes()).map(({ id }) => id)).toEqual([...strategies, ...presets].map(({ id }) => id));
  const { tenfoldHere } = await import('./testing/tenfold-process.ts');
  const { out } = await tenfoldHere(['condense', '--help']);
  for (const { id } of [...strategies, ...presets]) expect(out).toContain(id);
});

it('finds a strategy, a preset and a preset file', async () => {
  expect(await recipeOf({})).toMatchObject({ id: 'native', kind: 'strategy' });
  expect(await recipeOf({ strategy: 'truncation' })).toMatchObject({ id: 'truncation', kind: 'strategy' });
  expect(await recipeOf({ preset: 'speed' })).toMatchObject({ name: 'Speed', kind: 'preset', strategy: { id: 'smart' } });
  const text = writePreset({ name: 'Mine', strategy: 'truncation', config: { preserveRecentCount: 3 } });
  const file = await scratch.file('mine.json', text);
  expect(await recipeOf({ preset: file })).toMatchObject({ name: 'Mine', config: { preserveRecentCount: 3 } });
});

it('refuses what it does not know in one line', async () => {
  await expect(recipeOf({ strategy: 'nativ' })).rejects.toThrow('There is no strategy "nativ". Known are native');
  await expect(recipeOf({ preset: 'fast' })).rejects.toThrow('There is no preset "fast". Known are speed');
  await expect(recipeOf({ preset: './no.json' })).rejects.toThrow('./no.json: expected a file, found nothing of that name');
  const file = await scratch.file('bad.json', writePreset({ name: '', strategy: 'truncation', config: {} }));
  await expect(recipeOf({ preset: file })).rejects.toThrow(/bad\.json: .*name: It must not be empty/);
});
