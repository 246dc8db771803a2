import { api, type Endpoint } from '@tenfold/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { Upstream } from '../../../../tests/upstream/upstream.ts';
import { clientOf, Problem } from '../testing/client.ts';
import { openIssuer } from '../testing/jwt-issuer.ts';
import { realServer } from '../testing/real-server.ts';

const token = 'a-long-random-token-for-tests';
const audience = 'tenfold-tests';

const issuer = await openIssuer(audience);
const server = await realServer({ token, issuer: { issuer: issuer.url, audience, keys: `${issuer.url}/keys` } });
afterAll(async () => {
  await server.close();
  issuer.close();
});

const operator = clientOf(server.url, token);
const join = async (name: string, role = 'user') => {
  const { person, text } = await operator.post('/api/people', { name, role });
  return { person, text, client: clientOf(server.url, text) };
};
const refusal = (asked: Promise<unknown>): Promise<Problem> =>
  asked.then(
    () => new Problem({ status: 200, code: 'done', detail: '' }),
    (error: Problem) => error,
  );

describe('people of one server', () => {
  it('see their own and nothing else', async () => {
    const [ada, ben] = [await join('Ada'), await join('Ben')];
    const { id } = await ada.client.post('/api/sessions', { title: 'Private' });
    await ada.client.say(id, { text: 'The code of the safe is walrus.' });
    const titles = async (client: typeof operator) =>
      (await client.get('/api/sessions')).sessions.map(({ title }: { title: string }) => title);
    expect(await titles(ada.client)).toEqual(['Private']);
    expect(await titles(ben.client)).toEqual([]);
    expect(await titles(operator)).not.toContain('Private');
    expect((await ben.client.get('/api/search?q=walrus')).hits).toEqual([]);
    await ada.client.request('PUT', '/api/settled', { name: 'n', folds: [{ text: 'walrus' }] });
    expect(await ben.client.post('/api/settled/find', { names: ['n'] })).toEqual({ found: null });
    expect((await ada.client.post('/api/settled/find', { names: ['n'] })).found.folds).toEqual([{ text: 'walrus' }]);
    expect((await ada.client.get('/api/search?q=walrus')).hits.length).toBeGreaterThan(0);
    expect(await ben.client.get('/api/me')).toEqual({ id: ben.person.id, name: 'Ben', role: 'user', scope: 'full' });
  });

  it('come in by tokens that are shown once, scoped and revocable, and tell when they were last used', async () => {
    const { client, person } = await join('Cleo');
    const { text, token: made } = await client.post('/api/me/tokens', { name: 'reader', scope: 'read' });
    const reader = clientOf(server.url, text);
    expect(made.usedAt).toBeNull();
    expect((await reader.get('/api/sessions')).sessions).toEqual([]);
    await expect
      .poll(async () => (await client.get('/api/me/tokens')).tokens.at(-1).usedAt)
      .toBeGreaterThanOrEqual(made.createdAt);
    expect(await refusal(reader.post('/api/sessions', {}))).toMatchObject({ status: 403, code: 'forbidden' });
    const listed = await client.get('/api/me/tokens');
    expect(JSON.stringify(listed)).not.toContain(text);
    expect(listed.tokens.map(({ name }: { name: string }) => name)).toEqual(['first', 'reader']);
    await client.delete(`/api/me/tokens/${made.id}`);
    expect(await refusal(reader.get('/api/sessions'))).toMatchObject({ status: 401 });
    await operator.patch(`/api/people/${person.id}`, { disabled: true });
    expect(await refusal(client.get('/api/sessions'))).toMatchObject({ status: 401 });
    await operator.patch(`/api/people/${person.id}`, { disabled: false });
    expect((await client.get('/api/sessions')).sessions).toEqual([]);
  });

  it('are one person each: what an issuer calls somebody by is taken as it is or not at all, a name as far as it is read', async () => {
    for (const sub of [' ', 'a\0b', 'a\ud800b', 'x'.repeat(2_001)])
      expect(await server.tenfold.people.meet({ issuer: issuer.url, subject: sub }, 'Odd')).toBeNull();
    const { name } = await clientOf(server.url, await issuer.sign({ sub: 'long', name: 'n'.repeat(5_000) })).get('/api/me');
    expect(name).toHaveLength(500);
    const { people } = await operator.get('/api/people');
    expect(people.filter(({ identity }: { identity: { subject: string } | null }) => identity !== null)).toHaveLength(1);
  });

  it('come in by the word of the issuer, once it is its word and for this server', async () => {
    const dora = { sub: 'dora', email: 'dora@example.org' };
    const good = clientOf(server.url, await issuer.sign(dora));
    const { id, name, role } = await good.get('/api/me');
    expect([name, role]).toEqual(['dora@example.org', 'user']);
    expect((await clientOf(server.url, await issuer.sign(dora)).get('/api/me')).id).toBe(id);
    const none =
      `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ ...dora, iss: issuer.url, aud: audience, exp: 9e9 }))}.`.replaceAll(
        '=',
        '',
      );
    const bad = [
      await issuer.sign(dora, { key: issuer.stranger }),
      await issuer.sign(dora, { iss: 'https://elsewhere.example' }),
      await issuer.sign(dora, { aud: 'another server' }),
      await issuer.sign(dora, { exp: '-1m' }),
      await issuer.sign({ email: 'nobody@example.org' }),
      none,
    ];
    for (const text of bad) expect(await refusal(clientOf(server.url, text).get('/api/me'))).toMatchObject({ status: 401 });
  });

  it('may not do what is for administrators, and may do it once they are', async () => {
    const { client, person } = await join('Emil');
    const admins = Object.values(api)
      .flatMap((group) => Object.values(group) as Endpoint[])
      .filter(({ admin }) => admin);
    expect(admins.length).toBeGreaterThan(5);
    for (const { method, path } of admins) {
      const body = method === 'get' || method === 'delete' ? undefined : {};
      const asked = client.request(method.toUpperCase(), path.replace(/:\w+/g, 'x'), body);
      expect([path, (await refusal(asked)).status]).toEqual([path, 403]);
    }
    expect((await refusal(client.request('GET', '/metrics'))).status).toBe(403);
    await operator.patch(`/api/people/${person.id}`, { role: 'admin' });
    expect((await client.get('/api/people')).people.length).toBeGreaterThan(0);
    expect((await operator.get('/api/me')).role).toBe('admin');
  });

  it('are told by administrators alone how long things are kept', async () => {
    const [gus, root] = [await join('Gus'), await join('Root 0', 'admin')];
    expect(await refusal(gus.client.request('PUT', '/api/settings', { checkpointDays: 1 }))).toMatchObject({ status: 403 });
    const days = async (client: typeof operator) => (await client.get('/api/settings')).settings.checkpointDays?.value ?? null;
    await root.client.request('PUT', '/api/settings', { checkpointDays: 7, soft: 70 });
    expect([await days(gus.client), await days(operator)]).toEqual([7, 7]);
    expect((await gus.client.get('/api/settings')).settings.soft).toBeUndefined();
    const file = (value: number) => ({
      format: 'tenfold-settings',
      version: 1,
      settings: [{ scope: 'global', key: 'checkpointDays', value }],
    });
    for (const query of ['', '?dryRun=1'])
      expect(await refusal(gus.client.post(`/api/settings/import${query}`, file(1)))).toMatchObject({ status: 403 });
    // What changes nothing is nobody's business: one may take one's own file back in.
    expect(await gus.client.post('/api/settings/import', file(7))).toMatchObject({ unchanged: 1 });
    expect(await gus.client.get('/api/settings/export')).toMatchObject({ settings: file(7).settings });
    await root.client.post('/api/settings/import', file(9));
    expect([await days(gus.client), await days(operator)]).toEqual([9, 9]);
    await root.client.request('PUT', '/api/settings', { checkpointDays: null });
    expect([await days(gus.client), await days(root.client)]).toEqual([null, null]);
  });

  it('are shown what they store themselves, and administrators what everybody does', async () => {
    const [ida, root] = [await join('Ida'), await join('Root 1', 'admin')];
    const stored = async (client: typeof operator) => (await client.get('/api/metrics-summary')).storageBytes;
    expect(await stored(ida.client)).toBe(0);
    const { id } = await ida.client.post('/api/sessions', {});
    await ida.client.post(`/api/sessions/${id}/entries`, { messages: [{ role: 'user', text: 'The walrus sings.' }] });
    const { bytes } = await ida.client.get('/api/me/usage');
    expect([await stored(ida.client), bytes > 0]).toEqual([bytes, true]);
    for (const client of [root.client, operator]) expect(await stored(client)).toBeGreaterThan(10_000);
  });

  it('reach vendors only, unless they administer the server', async () => {
    const { client, person } = await join('Finn');
    const wish = { name: 'Home', provider: 'openai-compatible', model: 'm', baseUrl: `${issuer.url}/v1`, key: 'sk-1234567890' };
    const { id } = await client.post('/api/profiles', wish);
    const tried = await client.post(`/api/profiles/${id}/test`);
    expect(tried).toMatchObject({ ok: false, message: expect.stringContaining('Only administrators') });
    expect((await client.get('/api/connectable')).connectable).toEqual([]);
    await operator.patch(`/api/people/${person.id}`, { role: 'admin' });
    const again = await client.post(`/api/profiles/${id}/test`);
    expect(again.message).not.toContain('Only administrators');
  });
});

describe('somebody who is shut out', () => {
  it('has nothing answered any more; what waits is left to them', async () => {
    const { promise: never, resolve: letAnswer } = Promise.withResolvers<void>();
    const upstream = await Upstream.open({ answer: () => never.then(() => ({ text: 'Late.' })) });
    const [gina, root] = [await join('Gina'), await join('Root 0', 'admin')];
    const wish = { name: 'Slow', provider: 'openai-compatible', model: 'm', baseUrl: upstream.url(), shared: true };
    const { id: profileId } = await root.client.post('/api/profiles', wish);
    const { id } = await gina.client.post('/api/sessions', { profileId });
    const turns = ['One', 'Two'].map((text) => refusal(gina.client.say(id, { text })));
    const queue = async () => (await gina.client.get(`/api/sessions/${id}/queue`)).messages as { text: string; state: string }[];
    await expect.poll(async () => [upstream.seen.length, (await queue()).length]).toEqual([1, 1]);
    const [waiting] = await queue();
    await operator.patch(`/api/people/${gina.person.id}`, { disabled: true });
    await Promise.all(turns);
    await operator.patch(`/api/people/${gina.person.id}`, { disabled: false });
    expect(upstream.seen).toHaveLength(1);
    expect(await queue()).toEqual([{ ...waiting, state: 'left' }]);
    const { entries } = await gina.client.get(`/api/sessions/${id}/entries`);
    expect(entries).toHaveLength(1);
    letAnswer();
    await root.client.delete(`/api/profiles/${profileId}`);
    await upstream.close();
  });
});

describe('a shared profile', () => {
  const key = 'sk-shared-0123456789';
  const listed = async (client: typeof operator) => (await client.get('/api/profiles')).profiles as Record<string, unknown>[];

  it('answers everybody under a key that nobody is shown', async () => {
    const upstream = await Upstream.open();
    const [ada, root] = [await join('Ada 3'), await join('Root', 'admin')];
    const wish = { name: 'House', provider: 'openai-compatible', model: 'm', baseUrl: upstream.url(), key, shared: true };
    expect(await refusal(ada.client.post('/api/profiles', wish))).toMatchObject({ status: 403 });
    const { id } = await root.client.post('/api/profiles', wish);
    expect(await listed(ada.client)).toMatchObject([{ id, name: 'House', shared: true, hasKey: true, keyFrom: 'stored' }]);
    // Who has chosen nobody talks to it, on a host only administrators may name.
    const { id: session } = await ada.client.post('/api/sessions', {});
    await ada.client.say(session, { text: 'Hello' });
    expect((await ada.client.post(`/api/profiles/${id}/test`)).ok).toBe(true);
    expect(upstream.seen.length).toBeGreaterThan(1);
    for (const { headers } of upstream.seen) expect(headers.authorization).toBe(`Bearer ${key}`);
    const seen = [await listed(ada.client), await ada.client.get('/api/settings/export'), await ada.client.get('/api/models')];
    expect(JSON.stringify(seen)).not.toContain(key);
    expect((await ada.client.get('/api/settings/export')).profiles).toEqual([]);
    // The same host is no nearer for a profile of one's own.
    const own = await ada.client.post('/api/profiles', { ...wish, name: 'Own', shared: false });
    expect((await ada.client.post(`/api/profiles/${own.id}/test`)).ok).toBe(false);
    await root.client.delete(`/api/profiles/${id}`);
    await upstream.close();
  });

  it('is changed by administrators alone, and its key goes to no other host', async () => {
    const [one, other] = [await Upstream.open(), await Upstream.open()];
    const [ada, root] = [await join('Ada 4'), await join('Root 2', 'admin')];
    const wish = { name: 'House', provider: 'openai-compatible', model: 'm', baseUrl: one.url(), key };
    const { id } = await root.client.post('/api/profiles', wish);
    const path = `/api/profiles/${id}`;
    expect((await refusal(ada.client.patch(path, { name: 'x' }))).status).toBe(404);
    expect(await root.client.patch(path, { shared: true })).toMatchObject({ shared: true, keyFrom: 'stored' });
    expect((await ada.client.post(`${path}/test`)).ok).toBe(true);
    for (const change of [{ name: 'Mine' }, { baseUrl: other.url() }, { shared: false }, { key: 'sk-ada-0123456789' }])
      expect([change, (await refusal(ada.client.patch(path, change))).status]).toEqual([change, 403]);
    expect((await refusal(ada.client.delete(path))).status).toBe(403);
    // A profile of the same id, brought in by a settings file, is one's own: without the key of the other.
    const file = { format: 'tenfold-settings', version: 1, profiles: [{ ...wish, id, key: undefined, baseUrl: other.url() }] };
    await ada.client.post('/api/settings/import?dryRun=0', file);
    expect(await listed(ada.client)).toMatchObject([{ id, shared: false, hasKey: false }]);
    await ada.client.post(`${path}/test`);
    await ada.client.delete(path);
    await root.client.patch(path, { baseUrl: other.url() });
    expect((await ada.client.post(`${path}/test`)).ok).toBe(false);
    expect(other.seen).toEqual([]);
    await root.client.patch(path, { baseUrl: one.url() });
    expect(await root.client.patch(path, { shared: false })).toMatchObject({ shared: false, keyFrom: 'stored' });
    expect(await listed(ada.client)).toEqual([]);
    expect((await root.client.post(`${path}/test`)).ok).toBe(true);
    await root.client.delete(path);
    await Promise.all([one.close(), other.close()]);
  });
});
