import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clientOf, textOf } from '../../packages/server/src/testing/client.ts';
import { describeOnPostgres } from '../postgres/describe-on-postgres.ts';
import { Upstream } from '../upstream/upstream.ts';
import { balance } from './balancer.ts';
import { freePort, runTenfold } from './server-process.ts';

const WORDS = Array.from({ length: 60 }, (_, n) => `word-${n}`).join(' ');

describeOnPostgres('servers that are replaced', (postgres, folder) => {
  it('refuse nobody: one of two says so, ends its answers and comes back while requests go on', {
    timeout: 180_000,
  }, async () => {
    const upstream = await Upstream.open({ answer: () => ({ text: WORDS }) });
    const start = async (port: number) => {
      const args = ['serve', '--port', `${port}`, '--home', join(folder, `${port}`), '--no-open', '--no-web'];
      return runTenfold(args, { TENFOLD_DATABASE_URL: postgres.url, TENFOLD_SECRET: 'the same everywhere', HOME: folder });
    };
    const ports = [await freePort(), await freePort()] as const;
    let first = await start(ports[0]);
    const second = await start(ports[1]);
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
    await balancer.close();
    await Promise.all([first, second].map((each) => each.end('SIGKILL')));
    await upstream.close();
  });
});
