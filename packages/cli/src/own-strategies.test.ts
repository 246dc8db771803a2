import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { ownStrategies } from './own-strategies.ts';
import { allRecipes, recipeOf } from './recipes.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'tenfold-own-strategies-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ONE = `{ id: 'mine', name: 'Mine', description: 'Does nothing.', version: '1.0.0', capabilities: {},
  config: { defaults: {}, validate: () => [] }, passes: () => [] }`;

function file(name: string, text: string): string {
  const place = path.join(folder, name);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, text);
  return place;
}

it('stand among the others wherever a strategy is named or all are tried', async () => {
  const strategies = file('mine.mjs', `export const strategies = [${ONE}];`);
  expect((await recipeOf({ strategy: 'mine', strategies })).name).toBe('Mine');
  expect((await recipeOf({ strategies })).id).toBe('native');
  expect((await allRecipes(strategies)).map(({ id }) => id)).toContain('mine');
  await expect(recipeOf({ strategy: 'other', strategies })).rejects.toThrow('other');
});

it('come out of a package that is installed where the command is run', async () => {
  file('node_modules/my-strategies/package.json', '{ "name": "my-strategies", "main": "./index.mjs" }');
  file('node_modules/my-strategies/index.mjs', `export const strategies = [${ONE}];`);
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  const [mine] = await ownStrategies('my-strategies');
  vi.restoreAllMocks();
  expect(mine?.id).toBe('mine');
});

it.each([
  ['nothing.mjs', 'export const other = 1;', /exports no list `strategies`/],
  ['half.mjs', "export const strategies = [{ id: 'half' }];", /Strategy 1 of .* is none/],
  ['broken.mjs', 'export const = ;', /cannot be loaded/],
])('are refused in words where they are none: %s', async (name, text, words) => {
  await expect(ownStrategies(file(name, text))).rejects.toThrow(words);
  await expect(ownStrategies('no-such-package')).rejects.toThrow(/cannot be loaded/);
});
