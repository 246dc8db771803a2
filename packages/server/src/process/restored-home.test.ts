import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Upstream } from '../../../../tests/upstream/upstream.ts';
import { realServer } from '../testing/real-server.ts';
import { examine } from './examine.ts';
import { withHome } from './with-home.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-restored-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const log = { info: () => {}, warn: () => {}, error: () => {} };

it('a backup without its key file, or with a damaged one: only the keys are to be entered again, and why is told', async () => {
  const upstream = await Upstream.open();
  const first = await realServer({ home: join(folder, 'first') });
  const profile = await first.client.post('/api/profiles', {
    name: 'Work',
    provider: 'openai-compatible',
    model: 'm',
    baseUrl: upstream.url(),
    key: 'sk-canary',
  });
  const { id } = await first.client.post('/api/sessions', { title: 'Kept', profileId: profile.id });
  await first.client.post(`/api/sessions/${id}/entries`, { messages: [{ role: 'user', text: 'remember the harbour' }] });
  await withHome({ home: first.home, secret: undefined, environment: {}, log }, (_, store) => store.backup(join(folder, 'b.db')));
  await first.close();

  const home = join(folder, 'second');
  mkdirSync(home, { mode: 0o700 });
  copyFileSync(join(folder, 'b.db'), join(home, 'tenfold.db'));
  const settings = { home, host: '127.0.0.1', port: 0, token: null, secret: undefined, open: false };
  const told = await examine(settings, { environment: {}, node: 'v24.0.0', web: null });
  expect(told.find(({ what }) => what === 'stored keys')).toMatchObject({
    state: 'failed',
    detail: expect.stringMatching(/Work.*enter the keys again/),
  });

  const { client, ...second } = await realServer({ home }, { environment: { OPENAI_API_KEY: 'sk-of-the-environment' } });
  expect((await client.get('/api/sessions')).sessions).toHaveLength(2);
  expect((await client.get(`/api/sessions/${id}/entries`)).entries).toHaveLength(1);
  expect(await (await client.request('GET', `/api/sessions/${id}/export`)).text()).toContain('harbour');
  expect((await client.get('/api/search?q=harbour')).hits).toHaveLength(1);
  expect((await client.get('/api/profiles')).profiles).toMatchObject([{ name: 'Work', hasKey: true, keyFrom: null }]);
  const turn = await (await client.request('POST', `/api/sessions/${id}/messages`, { text: 'are you there?' })).text();
  expect(turn).toContain('enter the key again');
  expect(upstream.seen).toEqual([]);
  await client.patch(`/api/profiles/${profile.id}`, { key: 'sk-new' });
  expect((await client.get('/api/profiles')).profiles).toMatchObject([{ keyFrom: 'stored' }]);
  await second.close();

  writeFileSync(join(home, 'secret.key'), 'short');
  const third = await realServer({ home });
  const refused = await third.client.request('POST', `/api/sessions/${id}/messages`, { text: 'and now?' });
  expect(await refused.text()).toContain('The key file secret.key is damaged.');
  await third.close();
  await upstream.close();
});
