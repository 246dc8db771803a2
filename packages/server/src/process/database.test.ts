import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeOnPostgres } from '../../../../tests/postgres/describe-on-postgres.ts';
import { droppingProxy } from '../../../../tests/postgres/dropping-proxy.ts';
import { startPostgres } from '../../../../tests/postgres/test-postgres.ts';
import { eventsOf } from '../testing/client.ts';
import { realServer } from '../testing/real-server.ts';
import { examine } from './examine.ts';
import { moveHome } from './move-home.ts';
import { serve } from './serve.ts';

const deep = process.env.TENFOLD_DEEP === '1';
const log = { info: () => {}, warn: () => {}, error: () => {} };
const settings = { host: '127.0.0.1', port: 0, token: null, secret: 'the same everywhere', open: false };

describeOnPostgres('a server on PostgreSQL', (postgres, folder) => {
  it.runIf(deep)('takes over what a home had, goes on with it, and gives it back', async () => {
    const first = await realServer({ ...settings, home: join(folder, 'file') });
    const { id } = await first.client.post('/api/sessions', { title: 'Moves house' });
    await first.client.say(id, { text: 'Remember the walrus.' });
    const entries = await first.client.get(`/api/sessions/${id}/entries`);
    await expect(moveHome({ home: first.home }, postgres.url, () => {})).rejects.toThrow(/It is in use there/);
    await first.close();
    const moved = await moveHome({ home: first.home }, postgres.url, () => {});
    expect(moved).toMatchObject({ sessions: 2, to: expect.not.stringContaining('tenfold@') });

    const server = await realServer({ ...settings, home: join(folder, 'other'), database: postgres.url });
    expect(await server.client.get(`/api/sessions/${id}/entries`)).toEqual(entries);
    expect(await server.client.get('/readyz')).toEqual({ ready: true });
    await server.client.say(id, { text: 'And the carpenter.' });
    expect((await server.client.get('/api/search?q=walrus')).hits.length).toBeGreaterThan(0);
    const { values } = await server.client.get('/api/startup');
    expect(values.find(({ key }: { key: string }) => key === 'database').value).toBe(postgres.url.split('@')[1]);
    await expect(moveHome({ home: folder, database: postgres.url }, join(folder, 'no'), () => {})).rejects.toThrow(
      `It is in use there: ${server.url}`,
    );
    await server.restart();
    expect((await server.client.get(`/api/sessions/${id}/entries`)).entries).toHaveLength(4);
    await server.close();

    const found = await examine(
      { ...settings, home: join(folder, 'other'), database: postgres.url },
      { environment: {}, node: 'v24.0.0', web: null },
    );
    expect(found.filter(({ state }) => state === 'failed')).toEqual([]);
    expect(found.find(({ what }) => what === 'integrity')?.detail).toMatch(/2 sessions, 64 entries/);
    await moveHome({ home: folder, database: postgres.url }, join(folder, 'back'), () => {});
    const back = await realServer({ ...settings, home: join(folder, 'back') });
    expect((await back.client.get(`/api/sessions/${id}/entries`)).entries).toHaveLength(4);
    await back.close();
  });

  it.runIf(deep)('that falls silent is not ready, and whoever asks is told', { timeout: 90_000 }, async () => {
    const proxy = await droppingProxy(postgres.url);
    const server = await realServer({ ...settings, home: join(folder, 'silent'), database: proxy.url });
    const { id } = await server.client.post('/api/sessions', { title: 'Behind the wall' });
    proxy.drop();
    const ready = await fetch(`${server.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { ready: false, reason: expect.stringContaining('within 2 s') }]);
    const asked = [server.client.get(`/api/sessions/${id}`), server.client.post('/api/sessions', {})];
    const refused = { status: 503, code: 'store-unavailable' };
    await Promise.all(asked.map((one) => expect(one).rejects.toMatchObject(refused)));
    proxy.heal();
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 40_000 }).toBe(200);
    expect((await server.client.get(`/api/sessions/${id}`)).title).toBe('Behind the wall');
    await server.close();
    await proxy.close();
  });

  it('is one of several: whichever is asked, a session has one turn at a time', async () => {
    const start = (name: string) => realServer({ ...settings, home: join(folder, name), database: postgres.url });
    const [one, two] = await Promise.all([start('one'), start('two')]);
    const { id } = await one.client.post('/api/sessions', { title: 'Shared' });
    const heard = new AbortController();
    const events = await two.client.request('GET', `/api/sessions/${id}/events`, undefined, { signal: heard.signal });
    const texts = Array.from({ length: 8 }, (_, n) => `message ${n}`);
    await Promise.all(texts.map((text, n) => (n % 2 === 0 ? one : two).client.say(id, { text })));
    const { entries } = await two.client.get(`/api/sessions/${id}/entries`);
    expect(entries.map(({ role }: { role: string }) => role)).toEqual(texts.flatMap(() => ['user', 'assistant']));
    const said = entries
      .filter(({ role }: { role: string }) => role === 'user')
      .map(({ parts }: { parts: { text: string }[] }) => parts[0]?.text);
    expect(said.toSorted()).toEqual(texts);
    const told = [];
    for await (const { event, data } of eventsOf(events)) {
      if (event === 'entry') told.push(JSON.parse(data).entry.id);
      if (told.length === entries.length) break;
    }
    heard.abort();
    expect(told).toEqual(entries.map(({ id }: { id: string }) => id));
    await one.close();
    await two.client.say(id, { text: 'Still there?' });
    await two.close();
  });

  it.runIf(deep)('says what is missing while the database is away, and that it is ready after', async () => {
    const own = await startPostgres({ fsync: true });
    const server = await realServer({ ...settings, home: join(folder, 'away'), database: own.url });
    await own.restart();
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
    const { id } = await server.client.post('/api/sessions', { title: 'After the storm' });
    expect((await server.client.get(`/api/sessions/${id}`)).title).toBe('After the storm');
    await own.stop();
    const away = async () => (await fetch(`${server.url}/readyz`)).json();
    await expect.poll(away).toMatchObject({ ready: false, reason: expect.stringContaining('cannot be reached') });
    await server.close().catch(() => undefined);
  });

  it('does not start without its database, and does not say the password', async () => {
    const url = 'postgres://tenfold:hush@127.0.0.1:1/nowhere';
    const refused = await serve(
      { ...settings, home: join(folder, 'none'), database: url },
      { log, environment: {}, web: null },
    ).catch((error: Error) => error.message);
    expect(refused).toMatch(/127\.0\.0\.1:1\/nowhere cannot be opened/);
    expect(refused).not.toContain('hush');
  });
});
