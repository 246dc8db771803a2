import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { realServer } from '../testing/real-server.ts';
import { examine } from './examine.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-examine-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const look = async (home: string, environment: Record<string, string> = {}, node = 'v24.0.0', port = 0) => {
  const settings = { home, host: '127.0.0.1', port, token: null, secret: undefined, open: false };
  const findings = await examine(settings, { environment, node, web: null });
  return Object.fromEntries(findings.map(({ what, state, detail }) => [what, `${state}: ${detail}`]));
};

it('finds everything in order where a server runs', async () => {
  const server = await realServer();
  const found = await look(server.home, { OPENAI_API_KEY: 'sk-canary-12345678' }, 'v22.18.0', Number(new URL(server.url).port));
  expect(Object.values(found).filter((each) => !each.startsWith('ok'))).toEqual([]);
  expect(found).toMatchObject({
    durability: 'ok: wal, synchronous full',
    server: `ok: at ${server.url}`,
    keys: 'ok: OPENAI_API_KEY',
    port: expect.stringContaining('taken'),
    integrity: expect.stringMatching(/1 session, 60 entries/),
    SQLite: expect.stringMatching(/ok: 3\.\d+/),
    'web app': expect.stringContaining('not built'),
  });
  expect(JSON.stringify(found)).not.toContain('canary');
  await server.close();
});

it('finds what is wrong', async () => {
  const server = await realServer({ home: join(folder, 'open') });
  await server.close();
  chmodSync(server.home, 0o755);
  chmodSync(join(server.home, 'secret.key'), 0o644);
  const found = await look(server.home, {}, 'v20.1.0');
  expect(found.Node).toMatch(/^failed: v20\.1\.0/);
  expect(found.server).toBe('ok: none runs on this home');
  if (process.platform !== 'win32') {
    expect(found.home).toMatch(/^warning/);
    expect(found['key file']).toMatch(/^failed/);
  }
  writeFileSync(join(server.home, 'tenfold.db'), 'This is a letter, not a database. '.repeat(300));
  expect((await look(server.home)).store).toMatch(/^failed: .*damaged/);
});

it('tells of a damaged key file, and does not say that keys can be entered again under it', async () => {
  const server = await realServer({ home: join(folder, 'keys') });
  await server.client.post('/api/profiles', { name: 'Work', provider: 'openai', model: 'gpt-4o', key: 'sk-1' });
  await server.close();
  writeFileSync(join(server.home, 'secret.key'), 'short');
  const found = await look(server.home);
  expect(found['key file']).toMatch(/^failed: secret.key is damaged.*delete it, start again and enter the keys/);
  expect(found['stored keys']).toBe('failed: cannot be read with the damaged key file: Work');
  rmSync(join(server.home, 'secret.key'));
  expect((await look(server.home))['stored keys']).toMatch(
    /^failed: cannot be read, because secret.key is missing: Work\. Put it/,
  );
});

it('finds what is damaged of somebody else, here and in the background', async () => {
  const server = await realServer({ home: join(folder, 'shared'), token: 'a-long-random-token-for-tests' });
  const ada = await server.tenfold.for({ owner: 'ada', role: 'user' });
  const { id } = await ada.sessions.create({ title: 'Private' });
  await ada.sessions.append(id, { messages: [{ role: 'user', text: 'The walrus sings.' }] });
  await server.close();
  const file = new DatabaseSync(join(server.home, 'tenfold.db'));
  file.exec(`update entries set message = replace(message, 'walrus', 'donkey') where session = '${id}'`);
  file.close();
  expect((await look(server.home)).integrity).toMatch(new RegExp(`^failed: .*${id}: message 1: its bytes are not those`));
  const again = await realServer({ home: server.home, token: 'a-long-random-token-for-tests' });
  await expect
    .poll(() => again.lines.some((line) => line.includes('"damaged"') && line.includes(id)), { timeout: 10_000 })
    .toBe(true);
  expect(again.lines.join()).not.toContain('Private');
  await again.close();
});

it('makes no home where there is none', async () => {
  expect((await look(join(folder, 'none'))).home).toMatch(/^ok: .*empty/);
});
