import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { realServer } from '../../packages/server/src/testing/real-server.ts';
import { Upstream } from '../upstream/upstream.ts';
import { birdsOverHttp } from './bird-server.ts';

const COMMAND = [process.execPath, path.join(import.meta.dirname, 'bird-server.ts'), 'stdio'];

let server: Awaited<ReturnType<typeof realServer>>;
let birds: Awaited<ReturnType<typeof birdsOverHttp>>;
let upstream: Upstream;
let profile: string;

beforeAll(async () => {
  server = await realServer();
  birds = await birdsOverHttp();
  upstream = await Upstream.open();
  const wish = { name: 'P', provider: 'openai', model: 'gpt-4o', baseUrl: upstream.url(), key: 'sk-canary-1234567890' };
  profile = (await server.client.post('/api/profiles', wish)).id;
});
afterAll(async () => {
  await server?.close();
  await birds?.close();
  await upstream?.close();
});

interface Offered {
  readonly tools?: readonly { readonly name?: string; readonly function?: { readonly name: string } }[];
}
const namesOf = (body: unknown) => ((body as Offered).tools ?? []).map((tool) => tool.name ?? tool.function?.name);

/** A model that calls a tool once and then tells what it answered. */
function calling(name: string, input: object) {
  upstream.manner = {
    answer: ({ messages }) => {
      const last = messages.at(-1)?.parts[0];
      if (last?.type === 'tool-result') return { text: `It says: ${String(last.output).slice(0, 60)}` };
      return { calls: [{ id: `call_${messages.length}`, name, input: input as never }] };
    },
  };
}

async function newSession(): Promise<string> {
  return (await server.client.post('/api/sessions', { profileId: profile })).id;
}

async function waiting(session: string) {
  return (await server.client.get(`/api/sessions/${session}/approvals`)).calls;
}

describe('servers of tools', () => {
  it('over HTTP: added, offered where they are switched on, asked about, remembered, taken away', {
    timeout: 60_000,
  }, async () => {
    const { client } = server;
    const added = await client.post('/api/tool-servers', {
      name: 'Birds',
      url: birds.url,
      headers: { authorization: 'Bearer feather' },
    });
    expect(added).toMatchObject({ kind: 'http', from: 'person', approval: 'ask', problem: null, hasHeaders: true });
    expect(added.tools.map(({ name }: { name: string }) => name)).toEqual(['look_up', 'release_all']);
    expect(birds.seen[0]).toBe('Bearer feather');
    expect(JSON.stringify(await client.get('/api/tool-servers'))).not.toContain('feather');

    calling('mcp__birds__look_up', { name: 'kestrel' });
    const elsewhere = await newSession();
    await client.say(elsewhere, { text: 'Hello' });
    expect(namesOf(upstream.seen.at(-1)?.body)).not.toContain('mcp__birds__look_up');

    await client.patch(`/api/tool-servers/${added.id}`, {
      on: { everywhere: false, profiles: [profile], projects: [] },
      tools: { release_all: 'never' },
    });
    const session = await newSession();
    const turn = client.say(session, { text: 'What is a kestrel?' });
    await expect.poll(() => waiting(session)).toMatchObject([{ server: 'Birds', tool: 'look_up', input: { name: 'kestrel' } }]);
    expect(namesOf(upstream.seen.at(-1)?.body)).toContain('mcp__birds__look_up');
    expect(namesOf(upstream.seen.at(-1)?.body)).not.toContain('mcp__birds__release_all');
    const [call] = await waiting(session);
    expect((await client.post(`/api/sessions/${session}/approvals/${call.id}`, { allow: true, remember: true })).calls).toEqual(
      [],
    );
    await turn;
    const { entries } = await client.get(`/api/sessions/${session}/entries`);
    expect(entries.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(JSON.stringify(entries[2].parts)).toContain('A kestrel has 2 wings');

    // Allowed from now on; and refused again once that is said.
    await client.say(session, { text: 'Once more.' });
    expect(await waiting(session)).toEqual([]);
    await client.patch(`/api/tool-servers/${added.id}`, { tools: { look_up: 'ask' } });
    const refused = client.say(session, { text: 'And again?' });
    await expect.poll(() => waiting(session)).toHaveLength(1);
    const [asked] = await waiting(session);
    await client.post(`/api/sessions/${session}/approvals/${asked.id}`, { allow: false });
    await refused;
    const after = (await client.get(`/api/sessions/${session}/entries`)).entries;
    expect(JSON.stringify(after.at(-2).parts)).toContain('the user did not allow it');

    // A settings file neither tells of a server nor brings one in, nor allows its calls.
    const file = await client.get('/api/settings/export');
    expect(JSON.stringify(file)).not.toContain(added.id);
    const bad = { scope: 'tool-servers', key: added.id, value: { name: 'Evil', approval: 'always' } };
    await client.post('/api/settings/import', { ...file, settings: [...file.settings, bad] }).catch(() => null);
    expect((await client.get('/api/tool-servers')).servers).toMatchObject([{ name: 'Birds', approval: 'ask' }]);

    await server.restart();
    expect((await server.client.get('/api/tool-servers')).servers).toMatchObject([{ id: added.id, where: birds.url }]);
    await server.client.request('DELETE', `/api/tool-servers/${added.id}`);
    expect((await server.client.get('/api/tool-servers')).servers).toEqual([]);
  });

  it('a command is run only when the whole of it was confirmed', { timeout: 60_000 }, async () => {
    const { client } = server;
    const wish = { name: 'Own birds', command: COMMAND };
    const refused = await client.post('/api/tool-servers', wish).catch((error) => error);
    expect(String(refused.message ?? refused)).toContain(COMMAND[1]);
    await expect(client.post('/api/tool-servers', { ...wish, confirm: 'node' })).rejects.toThrow();
    const confirm = COMMAND.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`)).join(' ');
    const added = await client.post('/api/tool-servers', { ...wish, confirm });
    expect(added).toMatchObject({ kind: 'stdio', where: confirm, problem: null });
    expect(added.tools).toHaveLength(2);
    await client.request('DELETE', `/api/tool-servers/${added.id}`);
  });

  it('a command comes from the operator, or not at all where others can ask', { timeout: 60_000 }, async () => {
    const file = path.join(server.home, 'tools.json');
    const [command, ...args] = COMMAND;
    writeFileSync(file, JSON.stringify({ mcpServers: { birds: { command, args }, far: { url: 'http://169.254.169.254/mcp' } } }));
    const open = await realServer({
      tools: file,
      issuer: { issuer: 'https://id.example', audience: 'x', keys: 'https://id.example/keys' },
      token: 'a-long-enough-token',
    });
    onTestFinished(() => open.close());
    const listed = await open.client.get('/api/tool-servers');
    expect(listed).toMatchObject({ mayRunCommands: false, servers: [{ name: 'birds', from: 'operator' }, { name: 'far' }] });
    const confirm = COMMAND.join(' ');
    await expect(open.client.post('/api/tool-servers', { name: 'x', command: COMMAND, confirm })).rejects.toThrow();
    expect((await open.client.post(`/api/tool-servers/${listed.servers[0].id}/refresh`, {})).tools).toHaveLength(2);
    // The metadata address of clouds is never called.
    expect((await open.client.post(`/api/tool-servers/${listed.servers[1].id}/refresh`, {})).problem).toContain('metadata');
    await expect(open.client.request('DELETE', `/api/tool-servers/${listed.servers[0].id}`)).rejects.toMatchObject({
      status: 409,
    });
  });
});

it('[U13] recall is offered wherever the model takes tools, and one that takes none is asked without', {
  timeout: 60_000,
}, async () => {
  const { client } = server;
  const wish = { name: 'Local', provider: 'openai-compatible', model: 'qwen', baseUrl: upstream.url(), contextWindow: 32_000 };
  const { id } = await client.post('/api/profiles', wish);
  const session = (await client.post('/api/sessions', { profileId: id })).id;
  upstream.manner = { answer: () => ({ text: 'Hello.' }) };
  await client.say(session, { text: 'Hi' });
  expect(namesOf(upstream.seen.at(-1)?.body)).toEqual(['recall', 'expand']);
  upstream.faults.push({ status: 400, message: 'registry.ollama.ai/library/gemma:2b does not support tools' });
  await client.say(session, { text: 'And now?' });
  expect(namesOf(upstream.seen.at(-1)?.body)).toEqual([]);
  const { entries } = await client.get(`/api/sessions/${session}/entries`);
  expect(entries.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
});
