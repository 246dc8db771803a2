import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clientOf, textOf } from '../../packages/server/src/testing/client.ts';
import { freePort } from '../free-port.ts';
import { describeOnPostgres } from '../postgres/describe-on-postgres.ts';
import { Upstream } from '../upstream/upstream.ts';
import { balance } from './balancer.ts';
import { runTenfold } from './server-process.ts';

const WORDS = Array.from({ length: 60 }, (_, n) => `word-${n}`).join(' ');

describeOnPostgres('servers that are replaced', (postgres, folder) => {
  it('refuse nobody: one of two says so, ends its answers or hands them over, and comes back while requests go on', {
    timeout: 180_000,
  }, async () => {
    const upstream = await Upstream.open({ answer: () => ({ text: WORDS }) });
    const start = async (port: number, drainSeconds = 20) => {
      const args = ['serve', '--port', `${port}`, '--home', join(folder, `${port}`), '--no-open', '--no-web'];
      const shared = { TENFOLD_DATABASE_URL: postgres.url, TENFOLD_SECRET: 'the same everywhere', HOME: folder };
      return runTenfold(args, { ...shared, TENFOLD_DRAIN_SECONDS: `${drainSeconds}` });
    };
    const ports = [await freePort(), await freePort()] as const;
    let first = await start(ports[0]);
    const second = await start(ports[1], 1);
    const urls = ports.map((port) => `http://127.0.0.1:${port}`);
    const balancer = await balance(urls);
    const client = clientOf(balancer.url);
    const { id: profile } = await client.post('/api/profiles', {
      name: 'Slow',
      provider: 'openai',
      model: 'gpt-4o',
      baseUrl: upstream.url('openai'),
      key: 'sk-canary-1234567890',
    });
    const { id: session } = await client.post('/api/sessions', { profileId: profile });
    upstream.faults.push({ drip: 30 });
    // One that is under way on the server that goes.
    const slow = clientOf(urls[0] ?? '').say(session, { text: 'Say all the words.' });
    await expect.poll(() => upstream.seen.length).toBe(1);
    let over = false;
    const done = { requests: 0, turns: 0 };
    const busy = Array.from({ length: 3 }, async () => {
      const { id } = await client.post('/api/sessions', {});
      while (!over) {
        await client.post(`/api/sessions/${id}/entries`, { messages: [{ role: 'user', text: 'Noted.' }] });
        await client.get(`/api/sessions/${id}/entries`);
        await client.say(id, { text: 'And now?' });
        done.requests += 2;
        done.turns++;
      }
    });
    const gone = first.end('SIGTERM');
    await expect
      .poll(async () => (await fetch(`${urls[0]}/readyz`)).json())
      .toMatchObject({ ready: false, reason: expect.stringContaining('stopped') });
    expect(textOf(await slow)).toBe(WORDS);
    expect(await gone).toBe(0);
    const before = done.turns;
    first = await start(ports[0]);
    await expect.poll(() => done.turns).toBeGreaterThan(before + 3);
    over = true;
    await Promise.all(busy);
    expect(balancer.refused).toEqual([]);
    const { entries } = await client.get(`/api/sessions/${session}/entries`);
    expect(entries.at(-1)).toMatchObject({ role: 'assistant', parts: [{ text: WORDS }] });
    // The other one may not wait for as long as the answer takes: it goes on where it can.
    upstream.faults.push({ drip: 150 });
    const asked = upstream.seen.length;
    const cut = clientOf(urls[1] ?? '').say(session, { text: 'Say them again.' });
    await expect.poll(() => upstream.seen.length).toBe(asked + 1);
    const left = second.end('SIGTERM');
    const chunks = await cut;
    expect(chunks.at(-1)).toMatchObject({ type: 'data-warning', data: { code: 'handed-over' } });
    const followed = await fetch(`${balancer.url}/api/sessions/${session}/turn`);
    expect(followed.status === 204 || (await followed.text()).includes('finish')).toBe(true);
    await expect
      .poll(async () => (await client.get(`/api/sessions/${session}/entries`)).entries.map(({ role }: { role: string }) => role))
      .toEqual(['user', 'assistant', 'user', 'assistant']);
    const { entries: all } = await client.get(`/api/sessions/${session}/entries`);
    expect(all.at(-1)).toMatchObject({ role: 'assistant', parts: [{ text: WORDS }] });
    expect(all.at(-1).aborted).toBeUndefined();
    expect(await left).toBe(0);
    await balancer.close();
    await upstream.close();
  });
});
