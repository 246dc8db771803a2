import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { BadInput } from './bad-input.ts';
import { ownStrategies } from './own-strategies.ts';
import { allRecipes, recipeOf } from './recipes.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'tenfold-own-strategies-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ONE = `{ id: 'mine', name: 'Mine', description: 'Does nothing.', version: '1.0.0', capabilities: {},
  config: { defaults: {}, validate: () => [] }, passes: () => [] }`;

function file(name: string, text: string): string {
  const place = path.join(folder, name);
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

it('are bad input where they are none, as on a server', async () => {
  const half = file('half.mjs', "export const strategies = [{ id: 'half' }];");
  await expect(ownStrategies(half)).rejects.toThrow(BadInput);
  await expect(ownStrategies('no-such-package')).rejects.toThrow(/cannot be loaded/);
});
