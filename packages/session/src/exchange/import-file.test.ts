import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textMessage } from '@tenfold/core';
import { openSqlite, tracing } from '@tenfold/store';
import { turnsDuring } from '@tenfold/store/testing';
import { expect, it, onTestFinished } from 'vitest';
import { openTenfold } from '../open-tenfold.ts';
import { bench } from '../testing/bench.ts';

const conversation = (n: number) =>
  JSON.stringify({
    messages: [
      { role: 'system', content: `You are number ${n}.` },
      ...Array.from({ length: 260 }, (_, at) => ({ role: at % 2 ? 'assistant' : 'user', content: `walrus ${n} says ${at}` })),
    ],
  });
const text = [1, 2, 3].map(conversation).join('\n');

it('makes all sessions of a file, in its order, with their system text', async () => {
  const { tenfold } = await bench();
  const { sessions } = await tenfold.exchange.importFile({ name: 'talks.jsonl', text });
  expect(sessions.map(({ entries }) => entries)).toEqual([260, 260, 260]);
  const listed = await tenfold.sessions.list();
  expect(listed.sessions.map(({ id }) => id)).toEqual(sessions.map(({ id }) => id).toReversed());
  const { values } = await tenfold.settings.effective(sessions[1]?.id ?? '');
  expect(values.find(({ key }) => key === 'systemPrompt')).toMatchObject({ value: 'You are number 2.', from: 'session' });
  expect((await tenfold.recall.search('walrus')).length).toBeGreaterThan(0);
});

it('writes many short conversations with few commits, each as it would be alone', async () => {
  const { tenfold } = await bench();
  const short = (n: number) =>
    JSON.stringify({
      title: `Talk ${n}`,
      messages: [
        { role: 'system', content: `You are number ${n}.` },
        { role: 'user', content: `said ${n}`, timestamp: Date.UTC(2025, 0, 1) + n },
      ],
    });
  let commits = 0;
  const count = (work: unknown) => {
    if ((work as { name: string }).name === 'transaction') commits++;
  };
  tracing.start.subscribe(count);
  onTestFinished(() => void tracing.start.unsubscribe(count));
  // A long one among them goes by itself.
  const lines = Array.from({ length: 300 }, (_, n) => (n === 100 ? conversation(1) : short(n)));
  const { sessions } = await tenfold.exchange.importFile({ name: 'talks.jsonl', text: lines.join('\n') });
  expect(commits).toBeLessThan(40);
  expect(sessions.map(({ title, entries }) => [title, entries])).toEqual(
    lines.map((_, n) => (n === 100 ? [expect.any(String), 260] : [`Talk ${n}`, 1])),
  );
  for (const n of [0, 99, 101, 299]) {
    const id = sessions[n]?.id ?? '';
    const { entries } = await tenfold.sessions.entries(id, {});
    expect(entries).toMatchObject([{ createdAt: Date.UTC(2025, 0, 1) + n, parts: [{ text: `said ${n}` }] }]);
    const { values } = await tenfold.settings.effective(id);
    expect(values.find(({ key }) => key === 'systemPrompt')).toMatchObject({ value: `You are number ${n}.` });
  }
});

it('thousands of sessions appear in one step that gives others their turn', async () => {
  const { store } = await bench();
  const staged = store.staging.begin(1);
  await staged.transaction(staged.owner, async ({ sessions }) => {
    for (let n = 0; n < 3_000; n++) await sessions.create({ title: `Talk ${n}`, at: n });
  });
  expect((await turnsDuring(() => store.staging.publish(staged))).each).toBeLessThan(20);
  expect(await store.sessions.list({ limit: 5_000 })).toHaveLength(3_000);
});

it('remembers nothing of short messages by themselves: by the hundred thousand the garbage collector would stop everybody for it', async () => {
  const { tenfold } = await bench();
  const { set } = WeakMap.prototype;
  let remembered = 0;
  WeakMap.prototype.set = function (...given) {
    remembered++;
    return set.apply(this, given);
  };
  onTestFinished(() => {
    WeakMap.prototype.set = set;
  });
  const { sessions } = await tenfold.exchange.importFile({ name: 'talks.jsonl', text });
  expect(sessions.reduce((sum, { entries }) => sum + entries, 0)).toBe(780);
  expect(remembered).toBeLessThan(780);
});

it('[U9] keeps what conversations are called and when they were', async () => {
  const { tenfold } = await bench();
  const chat = (title: string, day: number) => ({
    title,
    conversation_id: title,
    create_time: Date.UTC(2025, 2, day) / 1_000,
    update_time: Date.UTC(2025, 2, day + 1) / 1_000,
    current_node: 'a',
    mapping: { a: { message: { author: { role: 'user' }, content: { content_type: 'text', parts: ['Hello'] } }, parent: null } },
  });
  const chats = JSON.stringify([chat('Newer', 20), chat('Older', 5)]);
  await tenfold.exchange.importFile({ name: 'conversations.json', text: chats });
  const row = (at: string, said: string) => ({
    type: 'user',
    uuid: at,
    sessionId: 's',
    timestamp: at,
    message: { role: 'user', content: said },
  });
  const rows = [
    row('2025-04-01T08:00:00.000Z', '<command-name>/clear</command-name>'),
    row('2025-04-01T09:00:00.000Z', 'Mend the garden gate.'),
  ];
  const name = '1b4e28ba-2fa1-11d2-883f-0016d3cca427.jsonl';
  await tenfold.exchange.importFile({ name, text: rows.map((line) => JSON.stringify(line)).join('\n') });
  const { sessions } = await tenfold.sessions.list();
  const { entries } = await tenfold.sessions.entries(sessions[0]?.id ?? '', {});
  expect(entries.map(({ createdAt }) => createdAt)).toEqual([Date.UTC(2025, 3, 1, 8), Date.UTC(2025, 3, 1, 9)]);
  expect(sessions.map(({ title, createdAt, updatedAt }) => [title, createdAt, updatedAt])).toEqual([
    ['Mend the garden gate.', Date.UTC(2025, 3, 1, 8), Date.UTC(2025, 3, 1, 9)],
    ['Newer', Date.UTC(2025, 2, 20), Date.UTC(2025, 2, 21)],
    ['Older', Date.UTC(2025, 2, 5), Date.UTC(2025, 2, 6)],
  ]);
});

it.each([
  ['a line a message', (messages: object[]) => messages.map((one) => JSON.stringify(one)).join('\n')],
  ['one line', (messages: object[]) => JSON.stringify({ id: 'a', messages })],
  ['a list', (messages: object[]) => JSON.stringify(messages, null, 2)],
])('[U9] keeps when each message of a plain file was said: %s', async (_, written) => {
  const { tenfold } = await bench();
  const days = [1, 2, 3].map((day) => Date.UTC(2025, 4, day, 9));
  const text = written([
    { role: 'user', content: 'Mend the gate.', timestamp: '2025-05-01T09:00:00.000Z' },
    { role: 'assistant', content: 'It is mended.', created_at: Date.UTC(2025, 4, 2, 9) / 1_000 },
    { role: 'user', content: 'Thanks.' },
    { role: 'assistant', content: 'Gladly.', createdAt: days[2] },
  ]);
  const { sessions } = await tenfold.exchange.importFile({ name: 'gate.jsonl', text });
  expect(sessions).toMatchObject([{ createdAt: days[0], updatedAt: days[2] }]);
  const { entries } = await tenfold.sessions.entries(sessions[0]?.id ?? '', {});
  expect(entries.map(({ createdAt }) => createdAt)).toEqual([days[0], days[1], days[1], days[2]]);
});

it('[U9] takes an own export back with its title and every date, and being pinned, renamed or moved changes none', async () => {
  const { tenfold } = await bench();
  const said = [5, 6, 9].map((day) => ({
    role: day === 6 ? 'assistant' : 'user',
    content: `Day ${day}`,
    timestamp: new Date(Date.UTC(2025, 4, day)).toISOString(),
  }));
  const [from] = (await tenfold.exchange.importFile({ name: 'days.json', text: JSON.stringify(said) })).sessions;
  const id = from?.id ?? '';
  const project = await tenfold.projects.create({ name: 'Tower' });
  await tenfold.sessions.update(id, { title: 'Three days', pinned: true, projectId: project.id });
  expect(await tenfold.sessions.get(id)).toMatchObject({ updatedAt: Date.UTC(2025, 4, 9) });
  const file = await tenfold.exchange.exportFile(id, 'jsonl');
  const [back] = (await tenfold.exchange.importFile(file)).sessions;
  expect(back).toMatchObject({ title: 'Three days', createdAt: Date.UTC(2025, 4, 5), updatedAt: Date.UTC(2025, 4, 9) });
  const dates = async (session: string) =>
    (await tenfold.sessions.entries(session, {})).entries.map(({ createdAt }) => createdAt);
  expect(await dates(back?.id ?? '')).toEqual(await dates(id));
  expect((await tenfold.exchange.exportFile(back?.id ?? '', 'jsonl')).text.replace(back?.id ?? '', id)).toBe(file.text);
});

it('makes none when it is stopped in the middle, and what it had written is gone', async () => {
  const { tenfold, store } = await bench();
  const stop = new AbortController();
  const importing = tenfold.exchange.importFile({ name: 'talks.jsonl', text }, { signal: stop.signal });
  // Nothing of it is seen while it runs.
  for (let turn = 0; turn < 8; turn++) {
    expect(await store.sessions.list()).toEqual([]);
    await new Promise((next) => setImmediate(next));
  }
  stop.abort(new Error('stopped'));
  await expect(importing).rejects.toThrow('stopped');
  expect(await store.sessions.list()).toEqual([]);
  expect(await store.search.entries({ text: 'walrus' })).toEqual([]);
  expect(await store.staging.sweep(async () => true)).toBe(0);
});

it('a conversation of many megabytes is one session, called what the file says behind its messages', async () => {
  const { tenfold } = await bench();
  const messages = Array.from({ length: 300 }, (_, at) => ({
    role: at % 2 ? 'assistant' : 'user',
    content: `${at} ${'walrus '.repeat(1_500)}`,
    created_at: Date.UTC(2025, 0, 1) + at * 1_000,
  }));
  const text = JSON.stringify({ messages, title: 'Behind it all' });
  const { sessions } = await tenfold.exchange.importFile({ name: 'talk.json', text });
  expect(sessions).toMatchObject([{ title: 'Behind it all', entries: 300 }]);
  const { entries } = await tenfold.sessions.entries(sessions[0]?.id ?? '', { limit: 300 });
  expect(entries.map(({ createdAt }) => createdAt)).toEqual(messages.map(({ created_at }) => created_at));
  expect(entries.map(({ parts }) => (parts[0] as { text: string }).text.split(' ', 1)[0])).toEqual(
    messages.map((_, at) => `${at}`),
  );
  const cut = tenfold.exchange.importFile({ name: 'talk.json', text: text.slice(0, -2_000) });
  await expect(cut).rejects.toMatchObject({ code: 'invalid-request' });
  expect((await tenfold.sessions.list()).sessions).toHaveLength(1);
});

it.each([
  ['a message a line', (messages: object[]) => messages.map((message) => JSON.stringify(message)).join('\n')],
  ['a list of messages', (messages: object[]) => JSON.stringify(messages)],
  ['one conversation', (messages: object[]) => JSON.stringify({ messages })],
])('the system text of a long conversation belongs to it, whatever of it is long: %s', async (_, written) => {
  const { tenfold } = await bench();
  const long = 'walrus '.repeat(400_000);
  const system = { role: 'system', content: 'Be brief.' };
  const [asked, answered] = [
    { role: 'user', content: 'Why?' },
    { role: 'assistant', content: 'So.' },
  ];
  for (const messages of [
    [system, { ...system, content: long }, asked, answered],
    [system, { ...asked, content: long }],
    [system, { ...asked, content: long }, answered],
    [system, asked, { ...answered, content: long }],
  ]) {
    const text = written(messages);
    async function* pieces() {
      for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536);
    }
    const { sessions, skipped } = await tenfold.exchange.importFile({ name: 'talk.json', text: pieces() });
    const said = messages.filter(({ role }) => role !== 'system').length;
    expect([sessions.map(({ entries }) => entries), skipped]).toEqual([[said], []]);
    const { values } = await tenfold.settings.effective(sessions[0]?.id ?? '');
    const { value } = values.find(({ key }) => key === 'systemPrompt') ?? {};
    expect(String(value)).toMatch(/^Be brief\.(?:\s+walrus walrus |$)/);
  }
});

it('what a dead process left of an import never shows, and goes at the next start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-import-'));
  const store = await openSqlite(join(folder, 'tenfold.db'));
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const { token } = await store.leases.acquire({ name: 'process:dead', holder: 'dead', at: 0 });
  const staged = store.staging.begin(token);
  const { id } = await staged.sessions.create({ title: 'Half', at: 0 });
  await staged.entries.append({ session: id, entries: [{ message: textMessage('user', 'walrus') }], at: 0 });
  expect([await store.sessions.list(), await store.search.entries({ text: 'walrus' })]).toEqual([[], []]);
  const tenfold = await openTenfold({ store });
  await tenfold.close();
  expect(await store.staging.sweep(async () => true)).toBe(0);
  await expect(staged.sessions.get(id)).rejects.toMatchObject({ code: 'not-found' });
});

it('settings alone that a dead process left, having removed the rest, go too', async () => {
  const { store } = await bench();
  const staged = store.staging.begin(1);
  const { id } = await staged.sessions.create({ title: 'Half', at: 0 });
  await staged.settings.set({ scope: `session:${id}`, key: 'systemPrompt', value: 'Be brief.', at: 0 });
  await staged.sessions.remove(id);
  expect(await store.staging.sweep(async () => true)).toBe(1);
  expect(await store.staging.sweep(async () => true)).toBe(0);
});

it('a file of our own brings back what was cut, who answered and what was billed, and takes no other note', async () => {
  const { tenfold, store } = await bench();
  const { id: session } = await tenfold.sessions.create({ title: 'Cut' });
  const note = { model: 'openai:gpt-4o', aborted: true, prefix: 'abc', recall: true };
  const message = { ...textMessage('assistant', 'Half an ans'), extra: { tenfold: note, kept: [1] } };
  const entries = [{ message: textMessage('user', 'Why?') }, { message, inputTokens: 12, outputTokens: 3 }];
  const at = Date.UTC(2025, 2, 5);
  await store.entries.append({ session, entries, at });
  const { text } = await tenfold.exchange.exportFile(session, 'jsonl');
  const { sessions } = await tenfold.exchange.importFile({ name: 'cut.jsonl', text });
  const [asked, answered] = await store.entries.page(sessions[0]?.id ?? '', { limit: 9 });
  expect(asked).toMatchObject({ message: textMessage('user', 'Why?'), inputTokens: null });
  const { recall: _, ...brought } = note;
  expect(answered).toMatchObject({ inputTokens: 12, outputTokens: 3, createdAt: at });
  expect(answered?.message.extra).toEqual({ kept: [1], tenfold: brought });
  expect((await tenfold.exchange.exportFile(session, 'openai')).text).not.toContain('tenfold');
  const again = await tenfold.exchange.exportFile(sessions[0]?.id ?? '', 'jsonl');
  const messages = (file: string) => JSON.parse(file).messages;
  expect(messages(again.text)).toEqual(messages(text));
  const forged = text.replace('"inputTokens":12', '"inputTokens":-12').replace('"outputTokens":3', '"outputTokens":"3"');
  const { sessions: bad } = await tenfold.exchange.importFile({ name: 'forged.jsonl', text: forged });
  expect((await store.entries.page(bad[0]?.id ?? '', { limit: 9 }))[1]).toMatchObject({ inputTokens: null, outputTokens: null });
});
