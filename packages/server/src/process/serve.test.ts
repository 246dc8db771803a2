import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleTitle } from '@tenfold/core/sample';
import { openSqlite } from '@tenfold/store';
import { afterAll, describe, expect, it } from 'vitest';
import { realServer } from '../testing/real-server.ts';
import { serve } from './serve.ts';
import { withHome } from './with-home.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-serve-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const log = { info: () => {}, warn: () => {}, error: () => {} };
const settings = (home: string) => ({ home, host: '127.0.0.1', port: 0, token: null, secret: undefined, open: false });
const deps = { log, environment: {}, web: null };

describe('a home', () => {
  it('gets the sample once: who deletes it does not get it back', async () => {
    const server = await realServer();
    const { sessions } = await server.client.get('/api/sessions');
    expect(sessions).toMatchObject([{ title: sampleTitle, entries: 60 }]);
    await server.restart();
    expect((await server.client.get('/api/sessions')).sessions).toHaveLength(1);
    await server.client.delete(`/api/sessions/${sessions[0].id}`);
    await server.restart();
    expect((await server.client.get('/api/sessions')).sessions).toEqual([]);
    await server.close();
  });

  it('is for its owner only', async () => {
    const server = await realServer();
    if (process.platform !== 'win32') {
      expect(statSync(join(server.home, 'secret.key')).mode & 0o777).toBe(0o600);
      expect(statSync(join(server.home, 'tenfold.db')).mode & 0o777).toBe(0o600);
    }
    await server.close();
  });

  it('that cannot be made is told', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    await expect(serve(settings(join(file, 'home')), deps)).rejects.toThrowError(/cannot be made/);
  });

  it('is served once: a second start finds the first', async () => {
    const server = await realServer();
    const second = await serve(settings(server.home), deps);
    expect(second).toEqual({ running: false, url: server.url });
    await server.close();
  });

  it('is taken over from a server that is dead', async () => {
    const home = join(folder, 'left');
    await (await realServer({ home })).close();
    const store = await openSqlite(join(home, 'tenfold.db'));
    for (const facts of [{ pid: 2 ** 22 - 1 }, { pid: process.pid, url: 'http://127.0.0.1:9' }]) {
      const there = await store.leases.get('server');
      const over = there === null || there.released ? {} : { over: there };
      await store.leases.acquire({ name: 'server', holder: 'dead', facts, at: 0, ...over });
      const server = await realServer({ home });
      expect((await server.client.get('/healthz')).ok).toBe(true);
      await server.close();
    }
    await store.close();
  });

  it('can be worked on while it is served, and not before it is there', async () => {
    const server = await realServer();
    const at = { home: server.home, secret: undefined, environment: {}, log };
    const titles = await withHome(at, async (tenfold) => (await tenfold.sessions.list({})).sessions.map(({ title }) => title));
    expect(titles).toEqual([sampleTitle]);
    await server.close();
    await expect(withHome({ ...at, home: join(folder, 'none') }, async () => 1)).rejects.toThrowError(/nothing in/);
    expect(await withHome({ ...at, home: join(folder, 'made'), make: true }, async () => 1)).toBe(1);
  });
});

describe('the process routes', () => {
  it('tell how it is, count what happens, and describe the API', async () => {
    const server = await realServer();
    expect(await server.client.get('/readyz')).toEqual({ ready: true });
    const { id } = (await server.client.get('/api/sessions')).sessions[0];
    const job = await server.client.post(`/api/sessions/${id}/condense`, { strategy: 'native' });
    await server.tenfold.folding.finished(job.id);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    for (const name of [
      'tenfold_folds_total{trigger="manual",strategy="native",outcome="done"} 1',
      'tenfold_fold_duration_seconds_count{strategy="native"} 1',
      'tenfold_fold_reduction_ratio_count{strategy="native"} 1',
      'tenfold_checkpoints_total{tag="before-fold"} 1',
      '# TYPE tenfold_fold_errors_total counter',
      'tenfold_http_request_duration_seconds_count{method="GET",route="/api/sessions",status="200"} 1',
    ])
      expect(metrics).toContain(name);
    expect(metrics).toMatch(/tenfold_storage_bytes\{user="[0-9a-f]{16}"\} \d{4,}/);
    expect(metrics).not.toContain(id);
    expect((await server.client.get('/api/openapi.json')).openapi).toBe('3.1.0');
    expect((await server.client.get('/api/nothing').catch((error) => error)).code).toBe('not-found');
    await server.close();
  });
});

it('stops streams, turns and folds in order', async () => {
  const server = await realServer();
  const { id } = (await server.client.get('/api/sessions')).sessions[0];
  const events = await server.client.request('GET', `/api/sessions/${id}/events`);
  await server.client.post(`/api/sessions/${id}/condense`, { strategy: 'native' });
  await server.close();
  expect(await events.text()).toContain('event: ready');
});
