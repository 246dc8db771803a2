import type { PassedRequest } from '@tenfold/contract';
import type { WireRequest } from '@tenfold/dialects';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Upstream } from '../../../../tests/upstream/upstream.ts';
import { STREAM_LIMITS } from '../stream/streams.ts';
import { clientOf, type Problem } from '../testing/client.ts';
import { realServer } from '../testing/real-server.ts';
import { quotaGuard } from './quotas.ts';

const token = 'a-long-random-token-for-tests';
let server: Awaited<ReturnType<typeof realServer>>;
let upstream: Upstream;
beforeAll(async () => {
  upstream = await Upstream.open({ answer: () => ({ text: 'Through.' }) });
  const gateway = { upstreams: { openai: upstream.url('openai') } };
  server = await realServer({ token, quotas: { bytes: 2_000 }, gateway });
});
afterAll(async () => {
  await server.close();
  await upstream.close();
});

async function join(name: string, role = 'user') {
  const { person, text } = await clientOf(server.url, token).post('/api/people', { name, role });
  return { id: person.id as string, text: text as string, client: clientOf(server.url, text) };
}

it('bounds what a person stores, never what they read or delete, and administrators not at all', async () => {
  for (const [role, status] of [
    ['user', 507],
    ['admin', 201],
  ] as const) {
    const { client } = await join(`Of ${role}`, role);
    const { id } = await client.post('/api/sessions', {});
    const messages = [{ role: 'user', text: 'x'.repeat(3_000) }];
    await client.request('POST', `/api/sessions/${id}/entries`, { messages });
    const fresh = await join(`Again ${role}`, role);
    expect((await fresh.client.get('/api/sessions')).sessions).toEqual([]);
    const guard = quotaGuard({ bytes: 2_000 });
    const owned = await server.tenfold.for({ owner: (await client.get('/api/me')).id, role });
    const refusal: Problem | null = await guard(owned).then(
      () => null,
      (error) => error,
    );
    expect(refusal).toMatchObject({ code: 'store-full', facts: { quota: 'bytes', limit: 2_000 } });
    if (status === 201) expect((await client.request('POST', '/api/sessions', {})).status).toBe(201);
    expect((await client.get(`/api/sessions/${id}/entries`)).entries).toHaveLength(1);
    await client.request('DELETE', `/api/sessions/${id}`);
    await quotaGuard({ bytes: 2_000 })(owned);
  }
});

it('is told to whom it bounds, and counts words that came too late', async () => {
  const { client } = await join('Late');
  const { id } = await client.post('/api/sessions', {});
  expect(await client.get('/api/me/usage')).toMatchObject({ bytes: 1_000, limits: { tokens: null, bytes: 2_000 } });
  const late = { expect: 9, messages: [{ role: 'user', text: 'x'.repeat(3_000) }] };
  await expect(client.post(`/api/sessions/${id}/entries`, late)).rejects.toMatchObject({ status: 409 });
  expect((await client.get('/api/me/usage')).bytes).toBeGreaterThan(3_000);
});

it('bounds the streams of a person, not those of others', async () => {
  const reader = async (name: string) => {
    const { text, client } = await join(name);
    const { id } = await client.post('/api/sessions', {});
    const headers = { authorization: `Bearer ${text}` };
    return (signal?: AbortSignal) => fetch(`${server.url}/api/sessions/${id}/events`, { headers, ...(signal && { signal }) });
  };
  const [many, one] = [await reader('Many'), await reader('One')];
  const leaving = new AbortController();
  const opened = await Promise.all(Array.from({ length: STREAM_LIMITS.mostEach }, () => many(leaving.signal)));
  expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]));
  const refused = await many();
  expect([refused.status, await refused.json()]).toMatchObject([429, { detail: expect.stringMatching(/64 streams of yours/) }]);
  expect((await one()).status).toBe(200);
  leaving.abort();
  await expect.poll(async () => (await many()).status).toBe(200);
});

it('bounds the tokens of a day, as models told them', async () => {
  const { id } = await join('Counts');
  const owned = await server.tenfold.for({ owner: id, role: 'user' });
  let now = Date.now();
  const guard = quotaGuard({ tokens: 100 }, () => now);
  await guard(owned);
  const usage = { ...owned.usage, tokensSince: async (at: number) => (at < now - 3_600_000 ? 100 : 0) };
  const refused = await guard({ ...owned, usage }).then(
    () => 'believed',
    () => 'refused',
  );
  expect(refused).toBe('believed');
  now += 31_000;
  await expect(guard({ ...owned, usage })).rejects.toMatchObject({ code: 'rate-limited', facts: { used: 100, limit: 100 } });
});

it('lets people through the gateway by their own token, and keeps their conversations for them', async () => {
  const [ada, ben] = [await join('Ada'), await join('Ben')];
  const ask = (shown: Record<string, string>) =>
    fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer sk-of-the-vendor', ...shown },
      body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'The walrus sings.' }] }),
    });
  expect((await ask({})).status).toBe(401);
  expect((await ask({ 'x-tenfold-token': 'tfp_wrong' })).status).toBe(401);
  const reader = await ada.client.post('/api/me/tokens', { name: 'reader', scope: 'read' });
  expect((await ask({ 'x-tenfold-token': reader.text })).status).toBe(401);
  expect((await ask({ 'x-tenfold-token': ada.text })).status).toBe(200);
  await expect.poll(async () => (await ada.client.get('/api/sessions')).sessions.length).toBe(1);
  expect((await ben.client.get('/api/sessions')).sessions).toEqual([]);
  expect((await ask({ 'x-tenfold-token': token })).status).toBe(200);
});

it("refuses in the vendor's form whoever has used up what they may, and shows everybody their own traffic", async () => {
  const [eve, kim] = [await join('Eve'), await join('Kim')];
  const body = (words: string) => JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: words }] });
  const ask = (path: string, { text }: { text: string }) =>
    fetch(`${server.url}${path}`, { method: 'POST', headers: { 'x-tenfold-token': text }, body: body('The heron wades.') });
  const { chains } = await server.tenfold.for({ owner: eve.id, role: 'user' });
  await chains.prepare({ ...((await chains.read('openai-chat', body('x'.repeat(3_000)))) as WireRequest), model: 'gpt-4o' }, {});
  await chains.idle();
  const refused = await ask('/v1/chat/completions', eve);
  expect([refused.status, refused.headers.get('x-should-retry')]).toEqual([507, 'false']);
  expect(await refused.json()).toMatchObject({ error: { type: 'server_error', message: expect.stringContaining('2000 bytes') } });
  expect(await (await ask('/v1/messages', eve)).json()).toMatchObject({ type: 'error', error: { type: 'api_error' } });
  expect((await ask('/v1/chat/completions', kim)).status).toBe(200);
  const seen = async ({ client }: typeof eve) => (await client.get('/api/traffic')).requests;
  await expect.poll(async () => (await seen(kim)).map(({ status }: PassedRequest) => status)).toEqual([200]);
  expect(await seen(eve)).toEqual([]);
  const [{ id }] = await seen(kim);
  expect((await kim.client.get(`/api/traffic/${id}`)).bodies.received.messages).toHaveLength(1);
  await expect(eve.client.get(`/api/traffic/${id}`)).rejects.toMatchObject({ code: 'not-found' });
});

it('counts what models billed through the gateway', async () => {
  const lou = await join('Lou');
  const body = JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'The otter swims.' }] });
  const headers = { 'x-tenfold-token': lou.text };
  expect((await fetch(`${server.url}/v1/chat/completions`, { method: 'POST', headers, body })).status).toBe(200);
  const { usage } = await server.tenfold.for({ owner: lou.id, role: 'user' });
  const spent = () => usage.tokensSince(Date.now());
  await expect.poll(spent).toBeGreaterThan(0);
  // Past the record, streamed without a bill, to a path that only passes: somebody pays for it.
  const streamed = JSON.stringify({ ...JSON.parse(body), stream: true });
  for (const [path, sent] of [
    ['/v1/chat/completions', body],
    ['/v1/chat/completions', streamed],
    ['/v1/embeddings', body],
  ] as const) {
    const before = await spent();
    const headers = { 'x-tenfold-token': lou.text, 'x-tenfold-bypass': '1' };
    await (await fetch(`${server.url}${path}`, { method: 'POST', headers, body: sent })).text();
    await expect.poll(spent).toBeGreaterThan(before);
  }
});

it('counts every call of a model, and gives nothing back with a conversation that is deleted', async () => {
  const fay = await join('Fay', 'admin');
  const at = { provider: 'openai-compatible', model: 'm', baseUrl: upstream.url(), key: 'sk-of-a-test-that-opens-nothing' };
  const profile = await fay.client.post('/api/profiles', { name: 'Counted', ...at, contextWindow: 16_000, maxOutputTokens: 500 });
  const { usage } = await server.tenfold.for({ owner: fay.id, role: 'admin' });
  const spent = () => usage.tokensSince(Date.now());
  await fay.client.post(`/api/profiles/${profile.id}/test`, {});
  const tried = await spent();
  expect(tried).toBeGreaterThan(0);
  const { id } = await fay.client.post('/api/sessions', { profileId: profile.id });
  await fay.client.say(id, { text: 'Who are you?' });
  const answered = await spent();
  expect(answered).toBeGreaterThan(tried);
  await fay.client.request('DELETE', `/api/sessions/${id}`);
  expect(await spent()).toBeGreaterThanOrEqual(answered);
});
