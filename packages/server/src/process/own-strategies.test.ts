import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { jsonLog } from '../log.ts';
import { realServer } from '../testing/real-server.ts';
import { ownStrategies } from './own-strategies.ts';
import { serveGateway } from './serve-gateway.ts';
import { serveSettings } from './settings.ts';

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

it('starts with a package that is installed where it is started', async () => {
  const home = join(folder, 'node_modules', 'my-strategies');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "name": "my-strategies", "main": "./index.mjs" }');
  writeFileSync(join(home, 'index.mjs'), `export const strategies = [${ONE}];`);
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  onTestFinished(() => void vi.restoreAllMocks());
  const server = await realServer({ strategies: 'my-strategies' });
  onTestFinished(() => server.close());
  expect(server.tenfold.strategies.map(({ id }) => id)).toContain('mine');
});

it.each([
  ['a file that is not there', null, /cannot be loaded.*Nothing was started\..*Name a file .* or a package/],
  ['a module that throws', 'throw new Error("broken");', /cannot be loaded: broken/],
  ['no list', 'export const strategy = 1;', /exports no list `strategies`\. Nothing was started\./],
  ['an empty list', 'export const strategies = [];', /exports no list/],
  ['something that is no strategy', `export const strategies = [${ONE}, { id: 'half' }];`, /Strategy 2 of .* is not a strategy/],
  [
    'the id of a built-in one',
    `export const strategies = [${ONE.replace("'mine'", "'native'")}];`,
    /two strategies with the id native .*id of its own.*Nothing/,
  ],
  ['two of one id', `export const strategies = [${ONE}, ${ONE}];`, /two strategies with the id mine/],
])('refuses %s', async (name, text, says) => {
  const path = join(folder, `${name.replaceAll(' ', '-')}.mjs`);
  if (text !== null) writeFileSync(path, text);
  await expect(ownStrategies(path)).rejects.toThrow(says);
});

it('refuses them for a gateway of its own too, before anything is made', async () => {
  const settings = { ...serveSettings({ home: join(folder, 'home') }, {}), strategies: join(folder, 'none.mjs') };
  await expect(serveGateway(settings, { log: jsonLog('error'), environment: {} })).rejects.toThrow(/cannot be loaded/);
  expect(existsSync(settings.home)).toBe(false);
});
