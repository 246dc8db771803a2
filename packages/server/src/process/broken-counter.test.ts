import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { counterFault } from '@tenfold/core';
import { beforeAll, expect, it, vi } from 'vitest';
import { realServer } from '../testing/real-server.ts';
import { examine } from './examine.ts';

beforeAll(() => {
  const read = fs.readFileSync.bind(fs) as (...args: unknown[]) => unknown;
  vi.spyOn(fs, 'readFileSync').mockImplementation(((...args: unknown[]) =>
    String(args[0]).endsWith('o200k.bin') ? Buffer.alloc(64) : read(...args)) as typeof fs.readFileSync);
  syncBuiltinESMExports();
  return () => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  };
});

it('[A8] a broken counter table is told in the same words everywhere, and conversations can still be read', async () => {
  const reason = counterFault()?.message;
  expect(reason).toContain('the token table is damaged');
  const server = await realServer();
  const ready = await fetch(`${server.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([503, { ready: false, reason }]);
  const { id } = await server.client.post('/api/sessions', { title: 'Kept' });
  expect((await server.client.get('/api/sessions?status=1')).sessions).toMatchObject([{ id, title: 'Kept' }]);
  expect((await server.client.get(`/api/sessions/${id}/entries`)).entries).toEqual([]);
  const append = { messages: [{ role: 'user', text: 'Hello' }] };
  const said = await server.client.post(`/api/sessions/${id}/entries`, append).catch((problem: unknown) => problem);
  expect(said).toMatchObject({ status: 503, code: 'counter-unavailable', message: `counter-unavailable: ${reason}` });
  const settings = { home: server.home, host: '127.0.0.1', port: 0, token: null, secret: undefined, open: false };
  const found = await examine(settings, { environment: {}, node: process.version, web: null });
  expect(found.find(({ what }) => what === 'counter')).toEqual({ what: 'counter', state: 'failed', detail: reason });
  expect(server.lines.join('\n')).toContain('counter-unavailable');
  await server.close();
});
