import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { configFile } from './config-file.ts';
import { ownStrategies } from './own-strategies.ts';
import { BadSetting, serveSettings } from './settings.ts';
import { startupValues } from './startup-values.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (says: unknown, name = 'tenfold.json') => {
  writeFileSync(join(folder, name), typeof says === 'string' ? says : JSON.stringify(says));
  return join(folder, name);
};
const from = (says: unknown, environment = {}, flags = {}) =>
  serveSettings(flags, { HOME: '/h', ...environment }, 'linux', configFile(file(says)));

const STRATEGY = `{ id: 'mine', name: 'Mine', description: 'My way.', version: '1', capabilities: {}, config: { defaults: {}, json: {}, validate: () => [] }, passes: () => [] }`;

describe('what the file says', () => {
  it('is what the variables would say', () => {
    const port = fc.integer({ min: 0, max: 65_535 });
    const amount = fc.integer({ min: 0, max: 9_999 });
    const host = fc.constantFrom('127.0.0.1', 'localhost', '::1');
    fc.assert(
      fc.property(port, amount, amount, host, (port, drainSeconds, quotaTokens, host) => {
        const environment = {
          HOME: '/h',
          TENFOLD_PORT: `${port}`,
          TENFOLD_HOST: host,
          TENFOLD_DRAIN_SECONDS: `${drainSeconds}`,
          TENFOLD_QUOTA_TOKENS: `${quotaTokens}`,
          TENFOLD_TRUSTED_PROXIES: '10.0.0.0/8,127.0.0.1',
        };
        const trustedProxies = ['10.0.0.0/8', '127.0.0.1'];
        const { decidedBy: _, ...told } = from({ port, host, drainSeconds, quotaTokens, trustedProxies });
        const { decidedBy: __, ...said } = serveSettings({}, environment, 'linux');
        expect(told).toEqual(said);
      }),
    );
  });

  it('stands below the environment and the flags, and is told as what decides', () => {
    const says = { port: 5001, host: 'localhost' };
    expect(from(says)).toMatchObject({ port: 5001, decidedBy: { port: 'file', host: 'file' } });
    expect(from(says, { TENFOLD_PORT: '5002' })).toMatchObject({ port: 5002, decidedBy: { port: 'environment' } });
    expect(from(says, { TENFOLD_PORT: '' })).toMatchObject({ port: 5001, decidedBy: { port: 'file' } });
    expect(from(says, { TENFOLD_PORT: '5002' }, { port: '5003' })).toMatchObject({ port: 5003, decidedBy: { port: 'flag' } });
    expect(startupValues(from(says)).find(({ key }) => key === 'port')).toMatchObject({ value: '5001', from: 'file' });
  });

  it('names places seen from where it lies, wherever the program is started', async () => {
    writeFileSync(join(folder, 'mine.mjs'), `export const strategies = [${STRATEGY}];`);
    const { home, tools, strategies } = from({ home: 'data', tools: './tools.json', strategies: './mine.mjs' });
    expect([home, tools]).toEqual([join(folder, 'data'), join(folder, 'tools.json')]);
    expect((await ownStrategies(strategies)).map(({ id }) => id)).toEqual(['mine']);
    const home2 = join(folder, 'node_modules', 'my-strategies');
    mkdirSync(home2, { recursive: true });
    writeFileSync(join(home2, 'package.json'), '{ "name": "my-strategies", "main": "./index.mjs" }');
    writeFileSync(join(home2, 'index.mjs'), `export const strategies = [${STRATEGY}];`);
    expect((await ownStrategies(from({ strategies: 'my-strategies' }).strategies)).length).toBe(1);
  });
});

it('is what the documentation says', () => {
  const page =
    readFileSync(join(import.meta.dirname, '../../../../docs/server.md'), 'utf8').split('### A configuration file')[1] ?? '';
  const [, example = ''] = /^```json\n(.*?)^```$/ms.exec(page) ?? [];
  expect(Object.keys(configFile(file(example)))).toHaveLength(6);
  const [, fields = ''] = /It can say (.*?); each/.exec(page) ?? [];
  const refused = () => configFile(file({ other: 1 }));
  expect(refused).toThrow(`a file can say ${fields.replaceAll('`', '').replace(' and ', ', ')}.`);
});

it('is not needed', () => {
  expect([configFile(undefined), configFile('')]).toEqual([{}, {}]);
});

it.each([
  ['no JSON', '{ "port": ', /is no JSON: .*Nothing was started\./],
  ['something else than an object', [], /expected object/],
  [
    'a field nobody knows',
    { stratgies: './a.mjs' },
    /stratgies is not known; a file can say home, .*strategies.*Nothing was started/,
  ],
  ['a wrong kind', { port: '80' }, /port: .*expected number/],
  ['a wrong kind in a list', { trustedProxies: [1] }, /trustedProxies\.0: .*expected string/],
  ['a token', { token: 'a-long-random-token' }, /token is a secret, which is set by TENFOLD_TOKEN/],
  ['a database', { database: 'postgres://ada:hush@h/d' }, /database is a secret, which is set by TENFOLD_DATABASE_URL/],
  ['a package that is not installed', { strategies: 'no-such-package' }, /no-such-package are not found.*installed in/],
])('refuses %s in words, and nothing is repeated that is a secret', (_name, says, words) => {
  const read = () => configFile(file(says));
  expect(read).toThrow(BadSetting);
  expect(read).toThrow(words);
  expect(read).not.toThrow(/hush|a-long-random/);
});

it('refuses a file that is not there', () => {
  expect(() => configFile(join(folder, 'none.json'))).toThrow(/none\.json cannot be read \(ENOENT\)\. Nothing was started\./);
});
