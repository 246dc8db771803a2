import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textMessage } from '@tenfold/core';
import { openSqlite } from '@tenfold/store';
import { afterAll, expect, it } from 'vitest';
import { homeFiles } from './home.ts';
import { work } from './work.ts';

const home = mkdtempSync(join(tmpdir(), 'tenfold-work-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const log = { info: () => {}, warn: () => {}, error: () => {} };
const token = 'a-long-random-token-for-tests';

it('tells of its work where it is told to, to who shows the token', async () => {
  const settings = { home, host: '127.0.0.1', port: 0, token, secret: undefined, open: false };
  const quiet = await work(settings, { log, environment: {} });
  expect(quiet.metricsPort).toBeNull();
  await quiet.stop();

  const working = await work({ ...settings, metricsPort: 0 }, { log, environment: {} });
  const url = `http://127.0.0.1:${working.metricsPort}`;
  const ask = (headers: Record<string, string>) => fetch(`${url}/metrics`, { headers });
  expect((await ask({})).status).toBe(401);
  const bearer = { authorization: `Bearer ${token}` };
  expect((await ask({ ...bearer, origin: 'https://evil.example' })).status).toBe(403);
  expect((await fetch(`${url}/api/sessions`, { headers: bearer })).status).toBe(404);
  const store = await openSqlite(homeFiles.store(home));
  const { id: session } = await store.sessions.create({ at: 1 });
  await store.entries.append({ session, entries: [{ message: textMessage('user', 'The walrus sings.') }], at: 1 });
  const input = { session, branch: 'main', label: 'After code', tags: ['code'] };
  await store.queue.put({ owner: store.owner, kind: 'checkpoint', input });
  await expect
    .poll(async () => (await ask(bearer)).text(), { timeout: 15_000 })
    .toContain('tenfold_checkpoints_total{tag="code"} 1');
  await store.close();
  await working.stop();
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});
