import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ownStrategies } from './own-strategies.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-strategies-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const ONE = `{ id: 'mine', name: 'Mine', description: 'My way.', version: '1', capabilities: {}, config: { defaults: {}, json: {}, validate: () => [] }, passes: () => [] }`;

it('loads what a module exports as strategies', async () => {
  const [mine] = await ownStrategies(file('mine.mjs', `export const strategies = [${ONE}];`));
  expect(mine?.id).toBe('mine');
});

it.each([
  ['a file that is not there', null, /cannot be loaded.*Nothing was started\./],
  ['a module that throws', 'throw new Error("broken");', /cannot be loaded: broken/],
  ['no list', 'export const strategy = 1;', /exports no list `strategies`\. Nothing was started\./],
  ['an empty list', 'export const strategies = [];', /exports no list/],
  ['something that is no strategy', `export const strategies = [${ONE}, { id: 'half' }];`, /Strategy 2 of .* is none/],
])('refuses %s', async (name, text, says) => {
  const path = join(folder, `${name.replaceAll(' ', '-')}.mjs`);
  if (text !== null) writeFileSync(path, text);
  await expect(ownStrategies(path)).rejects.toThrow(says);
});
