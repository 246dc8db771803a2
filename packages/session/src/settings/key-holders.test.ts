import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json, JsonObject } from '@tenfold/core';
import { SHARED } from '@tenfold/store';
import { describe, expect, it, onTestFinished } from 'vitest';
import { emptyStore } from '../../../../tests/postgres/empty-store.ts';
import { whyNoPostgres } from '../../../../tests/postgres/test-postgres.ts';
import { openTenfold } from '../open-tenfold.ts';
import { type SecretBox, secretBox } from '../secret-box.ts';
import { bench } from '../testing/bench.ts';
import { PROVIDERS, type Provider } from '../upstream/endpoint.ts';
import { nameHost } from './named-hosts.ts';
import { accessOf, destinationOf } from './profile-access.ts';
import { resealSecrets } from './sealed-secrets.ts';

/** A host that writes down everything it is sent, and sends it on where it is told to. */
async function host(address: string, redirect?: () => string): Promise<{ readonly url: string; heard(): string }> {
  let heard = '';
  const server = createServer((request, response) => {
    heard += `${request.url}\n${JSON.stringify(request.rawHeaders)}\n`;
    request.on('data', (piece) => {
      heard += piece;
    });
    const headers = redirect === undefined ? {} : { location: redirect() };
    request.on('end', () => response.writeHead(redirect === undefined ? 500 : 307, headers).end('{}'));
  });
  await new Promise<void>((done) => server.listen(0, address, done));
  onTestFinished(() => void server.close());
  return { url: `http://${address}:${(server.address() as AddressInfo).port}`, heard: () => heard };
}

/** Only Linux has the whole of 127.0.0.0/8; elsewhere the port alone makes another host. */
const OTHER = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';
const OPTIONS: Readonly<Partial<Record<Provider, Record<string, string>>>> = {
  azure: { resourceName: 'mine' },
  bedrock: { region: 'eu-north-1' },
  vertex: { project: 'p', location: 'europe-north1' },
};
const VARIABLES: Readonly<Partial<Record<Provider, string>>> = {
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  google: 'GEMINI_API_KEY',
  azure: 'AZURE_API_KEY',
  bedrock: 'AWS_BEARER_TOKEN_BEDROCK',
  vertex: 'GOOGLE_VERTEX_API_KEY',
  openrouter: 'OPENROUTER_API_KEY',
};
const wishFor = (provider: Provider, baseUrl: string) => ({
  name: 'Work',
  provider,
  model: 'm',
  baseUrl,
  ...(OPTIONS[provider] === undefined ? {} : { options: OPTIONS[provider] }),
});

/** A settings file with its first profile changed. */
function retargeted(file: JsonObject, change: JsonObject): Json {
  const [profile, ...others] = file.profiles as JsonObject[];
  return { ...file, profiles: [{ ...profile, ...change }, ...others] };
}

describe.each(PROVIDERS)('the key of %s', (provider) => {
  it('goes to the host it was given for, and to no other by any way', async () => {
    const [own, other] = [await host('127.0.0.1'), await host(OTHER)];
    const moving = await host('127.0.0.1', () => other.url);
    const { tenfold } = await bench();
    const key = `canary-${provider}-0123456789`;
    const { id } = await tenfold.profiles.add({ ...wishFor(provider, own.url), key });
    await tenfold.profiles.test(id);
    expect(own.heard()).toContain(key);

    expect(await tenfold.profiles.update(id, { baseUrl: other.url })).toMatchObject({
      hasKey: false,
      keyFrom: null,
      keyHeldBack: { from: 'stored', holder: own.url },
    });
    const refused = await tenfold.profiles.test(id);
    expect(refused).toMatchObject({ ok: false, facts: { kind: 'refused' } });
    expect(refused.message).toMatch(/was given for .* Enter the key again/);
    await tenfold.profiles.update(id, { baseUrl: own.url });
    expect(await tenfold.profiles.get(id)).toMatchObject({ hasKey: true, keyFrom: 'stored', keyHeldBack: null });

    const file = retargeted(await tenfold.settings.exportFile(), { baseUrl: other.url });
    expect((await tenfold.settings.importFile(file)).notes?.join()).toContain('Enter the key again');
    await tenfold.settings.importFile(file, { dryRun: false });
    await tenfold.profiles.test(id);

    await tenfold.profiles.update(id, { baseUrl: own.url });
    const names = ['baseURL', 'baseUrl', 'endpoint', 'speechBaseURL'];
    for (const name of names)
      await expect(tenfold.profiles.update(id, { options: { [name]: other.url } })).rejects.toMatchObject({
        code: 'invalid-request',
      });
    const sly = retargeted(await tenfold.settings.exportFile(), { config: { options: { baseURL: other.url } } });
    await expect(tenfold.settings.importFile(sly, { dryRun: false })).rejects.toMatchObject({ code: 'invalid-request' });
    await tenfold.profiles.test(id);

    await tenfold.profiles.update(id, { baseUrl: moving.url, key });
    await tenfold.profiles.test(id);
    expect(moving.heard()).toContain(key);
    expect(other.heard()).not.toContain('canary');

    await tenfold.profiles.update(id, { baseUrl: other.url, key: 'entered-again-0123' });
    await tenfold.profiles.test(id);
    expect(other.heard()).toContain('entered-again-0123');
    expect(other.heard()).not.toContain('canary');
  });

  it('in the environment goes to a host that is not the vendor’s only once it is named', async () => {
    const variable = VARIABLES[provider];
    if (variable === undefined) return;
    const [own, other] = [await host('127.0.0.1'), await host(OTHER)];
    const key = `canary-${provider}-0123456789`;
    const { tenfold } = await bench({ environment: { [variable]: key } });
    const { id, keyHeldBack } = await tenfold.profiles.add(wishFor(provider, own.url));
    expect(keyHeldBack).toMatchObject({ from: 'environment' });
    expect((await tenfold.profiles.test(id)).message).toContain('Allow it for that host');
    expect(own.heard()).not.toContain(key);
    expect(await tenfold.profiles.update(id, { allowEnvironmentKey: true })).toMatchObject({ keyFrom: 'environment' });
    await tenfold.profiles.test(id);
    expect(own.heard()).toContain(key);

    const exported = await tenfold.settings.exportFile();
    expect(JSON.stringify(exported)).not.toContain('environment-keys');
    const file = retargeted(exported, { baseUrl: other.url });
    const naming = { scope: 'home', key: 'environment-keys', value: { [provider]: [other.url] } };
    const both = { ...(file as JsonObject), settings: [naming] };
    expect((await tenfold.settings.importFile(both, { dryRun: false })).notes?.join()).toContain('environment');
    await tenfold.profiles.test(id);
    expect(other.heard()).toBe('');
    await tenfold.profiles.update(id, { baseUrl: own.url, allowEnvironmentKey: false });
    expect(await tenfold.profiles.get(id)).toMatchObject({ hasKey: false });
  });
});

it('never lets an option name the host', async () => {
  const { tenfold } = await bench();
  const other = await host(OTHER);
  const { host: address } = new URL(other.url);
  for (const [provider, option] of [
    ['azure', 'resourceName'],
    ['bedrock', 'region'],
    ['vertex', 'location'],
  ] as const)
    for (const value of [`${address}/#`, `x@${address}/?`, `x.${address}`, '..', '']) {
      const options = { ...OPTIONS[provider], [option]: value };
      const { id } = await tenfold.profiles.add({ name: 'x', provider, model: 'm', key: 'canary-0123456789', options });
      expect(await tenfold.profiles.test(id)).toMatchObject({ ok: false, facts: { kind: 'refused' } });
    }
  expect(other.heard()).toBe('');
});

it('seals secrets among the options with the key, shows and exports none, and keeps them for their host', async () => {
  const [own, other] = [await host('127.0.0.1'), await host(OTHER)];
  const { tenfold, store, logged } = await bench();
  const secret = { secretAccessKey: 'canary-secret-access', sessionToken: 'canary-session-token' };
  const made = await tenfold.profiles.add({
    ...wishFor('bedrock', own.url),
    options: { region: 'eu-north-1', accessKeyId: 'AKIA0', ...secret },
  });
  expect(made).toMatchObject({ hasKey: true, keyFrom: 'stored', options: { region: 'eu-north-1', accessKeyId: 'AKIA0' } });
  const shown = async () =>
    JSON.stringify([
      await tenfold.profiles.list(),
      await tenfold.settings.exportFile(),
      await store.profiles.list(),
      Buffer.from((await store.profiles.secret(made.id)) ?? []).toString('latin1'),
      logged,
    ]);
  await tenfold.profiles.test(made.id);
  expect(own.heard()).toContain(secret.sessionToken);
  await tenfold.profiles.update(made.id, { options: { region: 'eu-west-1', accessKeyId: 'AKIA0' } });
  await tenfold.profiles.test(made.id);
  expect(own.heard()).toMatch(/eu-west-1.*canary-session-token/s);
  expect(own.heard()).not.toContain(secret.secretAccessKey);
  await tenfold.profiles.update(made.id, { baseUrl: other.url, options: { region: 'eu-west-1', accessKeyId: 'AKIA0' } });
  await tenfold.profiles.test(made.id);
  expect(other.heard()).toBe('');
  const file = retargeted(await tenfold.settings.exportFile(), { config: { options: { region: 'x', ...secret } } });
  expect(JSON.stringify(await tenfold.settings.importFile(file))).not.toContain('canary');
  await tenfold.settings.importFile(file, { dryRun: false });
  expect(await shown()).not.toContain('canary');
  await tenfold.profiles.update(made.id, { options: { secretAccessKey: '', sessionToken: '' } });
  expect(await tenfold.profiles.get(made.id)).toMatchObject({ hasKey: false, keyHeldBack: null });
  for (const name of ['apiKey', 'privateKey', 'password']) {
    const refused = await tenfold.profiles.update(made.id, { options: { [name]: 'canary' } }).catch((error) => error);
    expect([refused.code, JSON.stringify([refused.message, refused.facts])]).toEqual([
      'invalid-request',
      expect.not.stringContaining('canary'),
    ]);
  }
});

it('binds what was stored before to the host it went to', async () => {
  const [own, other] = [await host('127.0.0.1'), await host(OTHER)];
  const { store } = await bench();
  const secrets = secretBox(new Uint8Array(32).fill(7));
  const put = (name: string, provider: string, baseUrl: string | null, config: JsonObject = {}) =>
    store.profiles.put({ id: name, name, provider, model: 'm', baseUrl, config, at: 1 });
  const stored = async (name: string, key: string) =>
    store.profiles.setSecret(name, secrets.seal(key, `${store.owner}/profile/${name}`), 1);
  await put('stored', 'openai', own.url);
  await stored('stored', 'canary-stored-01');
  await put('proxy', 'anthropic', own.url);
  await put('loose', 'bedrock', null, {
    options: {
      region: 'x',
      baseURL: own.url,
      accessKeyId: 'AKIA0',
      secretAccessKey: 'canary-loose',
      sessionToken: 'canary-token',
    },
  });
  await put('keyed', 'azure', own.url, { options: { apiKey: 'canary-keyed-01' } });
  await store.settings.remove('home', 'environment-keys');

  const again = await openTenfold({ store, secrets, environment: { ANTHROPIC_API_KEY: 'canary-environment' } });
  onTestFinished(() => again.close());
  expect(JSON.stringify([await again.profiles.list(), await store.profiles.list()])).not.toContain('canary');
  for (const id of ['stored', 'proxy', 'loose', 'keyed']) await again.profiles.test(id);
  for (const canary of ['canary-stored-01', 'canary-environment', 'canary-token', 'canary-keyed-01'])
    expect(own.heard()).toContain(canary);
  for (const id of ['stored', 'proxy', 'loose', 'keyed']) {
    await again.profiles.update(id, { baseUrl: other.url });
    expect(await again.profiles.test(id)).toMatchObject({ ok: false, facts: { kind: 'refused' } });
  }
  expect(other.heard()).toBe('');
});

describe('hosts that were named for keys of the environment', () => {
  const box = (fill: number) => secretBox(new Uint8Array(32).fill(fill));
  const environment = { OPENAI_API_KEY: 'canary-environment-0123' };

  it('are those of this installation, by its secret, and stay so when that is replaced', async () => {
    const [own, other] = [await host('127.0.0.1'), await host(OTHER)];
    const { store } = await bench();
    const openWith = async (secrets: SecretBox, baseUrl: string) => {
      await store.profiles.put({ id: 'p', name: 'P', provider: 'openai', model: 'm', baseUrl, config: {}, at: 1 });
      const tenfold = await openTenfold({ store, secrets, environment });
      onTestFinished(() => tenfold.close());
      return tenfold.profiles;
    };
    await (await openWith(box(1), own.url)).update('p', { allowEnvironmentKey: true });
    await resealSecrets(store, box(1), box(2));
    expect(JSON.stringify(await store.settings.get('home', 'environment-keys'))).not.toContain('127.0.0.1');
    await (await openWith(box(2), own.url)).test('p');
    expect(own.heard()).toContain('canary-environment');
    await nameHost(store, box(3), { provider: 'openai', host: other.url, allowed: true, at: 1 });
    expect((await (await openWith(box(2), other.url)).test('p')).message).toContain('Allow it for that host');
    expect(other.heard()).toBe('');
  });

  it.skipIf(whyNoPostgres() !== null)(
    'are not those that a database says open, or nothing of, as one that was restored may',
    async () => {
      const other = await host(OTHER);
      const store = await (await emptyStore())();
      onTestFinished(() => store.close());
      await store.profiles.put({ id: 'p', name: 'P', provider: 'openai', model: 'm', baseUrl: other.url, config: {}, at: 1 });
      const warned: unknown[] = [];
      const log = { info: () => {}, warn: (_: string, facts?: unknown) => void warned.push(facts), error: () => {} };
      for (const isNamed of [false, true]) {
        if (isNamed) await store.settings.set({ scope: 'home', key: 'environment-keys', value: { openai: [other.url] }, at: 1 });
        const tenfold = await openTenfold({ store, secrets: box(1), environment, log, worker: false });
        expect((await tenfold.profiles.test('p')).message).toContain('Allow it for that host');
        await tenfold.close();
      }
      expect(other.heard()).toBe('');
      expect(warned).toMatchObject([{ hosts: [other.url] }, { hosts: [other.url] }]);
    },
  );
});

it("what a machine is signed in as at Google is its operator's, and goes with what is shared", async () => {
  const { tenfold, store } = await bench();
  const vertex = { name: 'V', provider: 'vertex', model: 'gemini-2.5-flash' } as const;
  const options = { project: 'p', location: 'europe-north1' };
  const ada = await tenfold.for({ owner: 'ada', role: 'user' });
  const { id } = await ada.profiles.add({ ...vertex, options });
  expect(await ada.profiles.test(id)).toMatchObject({
    ok: false,
    message: expect.stringContaining('a service account of its own'),
  });
  const keys = { secrets: undefined, environment: {}, shared: { environment: {}, send: fetch, operator: store.owner } };
  const access = async (whose: typeof store, keeper: typeof store) => {
    const { id: own } = await keeper.profiles.put({ ...vertex, config: { options }, at: 1 });
    const profile = await whose.profiles.get(own);
    return (await accessOf(whose, keys, profile, destinationOf(profile, 'vertex', {}))).ambient;
  };
  const [others, shared] = [store.for('ada'), store.for(SHARED)];
  expect([await access(store, store), await access(others, others), await access(others, shared)]).toEqual([
    true,
    undefined,
    true,
  ]);
});
