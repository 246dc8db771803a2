import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { api as contract, type Entry, type Session } from '@tenfold/contract';
import { render } from 'ink';
import { createElement } from 'react';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type ChatApi, chatApi } from '../../packages/cli/src/chat/api.ts';
import { ChatApp } from '../../packages/cli/src/chat/chat-app.ts';
import { createTroubles } from '../../packages/cli/src/chat/troubles.ts';
import { createScreen } from '../../packages/cli/src/terminal.ts';
import { jsonLog, type ServeResult, serve, serveSettings } from '../../packages/server/src/index.ts';
import { Upstream } from '../upstream/upstream.ts';

// Drawn live under CI too: Ink would write only the last picture there. It looks when it is loaded.
vi.hoisted(() => {
  process.env.CI = 'false';
});

const home = mkdtempSync(path.join(tmpdir(), 'tenfold-terminal-'));
let served: ServeResult;
let api: ChatApi;

beforeAll(async () => {
  served = await serve(serveSettings({ home, port: '0' }, {}), { log: jsonLog('silent'), environment: {}, web: null });
  api = chatApi(served.url, null);
});

afterAll(async () => {
  if (served.running) await served.stop();
  rmSync(home, { recursive: true, force: true });
});

/** The conversation that is there from the beginning. */
async function sample(): Promise<Session> {
  const { sessions } = await api.call(contract.sessions.list, {});
  const [first] = sessions;
  if (first === undefined) throw new Error('The sample conversation is missing.');
  return first;
}

/** A terminal of 100 columns that a test types into and reads from. */
async function openTerminal(first: Session) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {}, ref: () => {}, unref: () => {} });
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 100, rows: 40 });
  const kept: string[] = [];
  let seen = '';
  stdout.on('data', (chunk: Buffer) => {
    seen += stripVTControlCharacters(String(chunk));
  });
  const screen = createScreen(() => {}, { columns: 100, colour: false, live: true });
  const app = render(
    createElement(ChatApp, {
      api,
      first,
      screen,
      earlier: ['What did we say last week?'],
      keep: (line) => kept.push(line),
      troubles: createTroubles(),
    }),
    {
      stdin: stdin as unknown as NodeJS.ReadStream,
      stdout: stdout as unknown as NodeJS.WriteStream,
      exitOnCtrlC: false,
      patchConsole: false,
    },
  );
  const shows = (text: string | RegExp) => expect.poll(() => seen, { timeout: 20_000 }).toMatch(text);
  const press = (keys: string) => {
    seen = '';
    stdin.write(keys);
  };
  const enter = async (line: string) => {
    stdin.write(line);
    await shows(line.slice(0, 60));
    press('\r');
  };
  return { app, shows, press, kept, enter, type: (text: string) => stdin.write(text) };
}

it('shows the talk and the gauge, sends, condenses, tells why not, goes back and leaves', { timeout: 60_000 }, async () => {
  const { app, shows, press, type, kept } = await openTerminal(await sample());
  await shows(/A rate limiter lets 140 requests through/);
  await shows(/\d+%!? [\d.]+k\/14\.5k · condenses at 80%/);

  type('What did we say about Redis?');
  await shows('What did we say about Redis?');
  press('\r');
  await shows(/These passages of our conversation match/);
  await shows(/Context condensed \([\d,]+ → [\d,]+ tokens\)/);

  type('/compact');
  await shows('/compact [--force] [--fast]');
  press('\r');
  await shows(/condensed a moment ago/);

  type('/context');
  await shows('/context');
  press('\r');
  await shows(/summaries +[\d,]+/);

  type('/rewind');
  await shows('/rewind');
  press('\r');
  await shows(/\/rewind N goes back to one/);

  type('/compct');
  await shows('/compct');
  press('\r');
  await shows(/Did you mean \/compact\?/);

  type('/un');
  await shows('take the last condensing back');
  press('\t');
  await shows('/undo');
  press('\r');
  await shows(/Undone: Context condensed/);

  type('/lab');
  await shows('/lab');
  press('\r');
  await shows(/Native +[\d,]+ +\d+%/);

  expect(kept.slice(0, 2)).toEqual(['What did we say about Redis?', '/compact']);
  const back = [...kept.slice(-2).reverse(), ...kept.slice(-1)];
  for (const [at, line] of back.entries()) {
    press(at < 2 ? '\u001b[A' : '\u001b[B');
    await shows(line);
  }
  press('\u001b[B');
  await shows(/Write to .* · Enter sends/);

  press(`\u001b[200~${'long words '.repeat(40)}\u001b[201~`);
  await shows('[LongText#1]');
  await shows(/of it being typed/);

  press('\u0003');
  await app.waitUntilExit();
});

/** A conversation with a model of the fake upstream, and another model to go on with. */
async function withModel(upstream: Upstream, settings: Record<string, string> = {}): Promise<Session> {
  const profile = { provider: 'openai', baseUrl: upstream.url('openai'), key: 'sk-canary-1234567890' } as const;
  const small = { contextWindow: 8_000, maxOutputTokens: 1_000 };
  const { id: profileId } = await api.call(contract.profiles.add, {
    body: { ...profile, ...small, name: 'Small one', model: 'gpt-4o' },
  });
  await api.call(contract.profiles.add, { body: { ...profile, name: `Other ${profileId}`, model: 'gpt-4o-mini' } });
  const made = await api.call(contract.sessions.create, { body: { title: 'Shelves', profileId } });
  return api.call(contract.sessions.update, { session: made.id, body: { settings } });
}

it('sends what begins like a path, and breaks long lines between words', async () => {
  const { app, enter, shows, press } = await openTerminal(await api.call(contract.sessions.create, { body: {} }));
  await shows(/Enter sends/);
  // Beside the name of who speaks there is room for 93 letters, so that the space behind them is where the line ends.
  await enter(`/usr/${'x'.repeat(88)} next`);
  await shows(/you {4}\/usr\/x+ *\n {7}next/);
  await shows(/ai {5}/);
  press('\u0003');
  await app.waitUntilExit();
});

it('[D12] asks where the context is full, and what it offers works; the message is stored once', {
  timeout: 60_000,
}, async () => {
  const upstream = await Upstream.open({ answer: () => ({ text: 'Understood.' }) });
  onTestFinished(() => upstream.close());
  const session = await withModel(upstream, { onFailure: 'ask' });
  const shelf = (n: number) => `Shelf ${n} holds ${n * 7} boxes of part ${n}. `.repeat(40);
  const messages = Array.from({ length: 24 }, (_, n) => ({
    role: n % 2 ? ('assistant' as const) : ('user' as const),
    text: shelf(n),
  }));
  await api.call(contract.entries.append, { session: session.id, body: { messages } });
  upstream.always = { status: 400, message: 'No summaries today.' };
  const { app, shows, press, enter } = await openTerminal(session);
  await shows(/Shelves/);
  await enter('Will this be lost?');
  await shows(/\/retry condenses again/);
  await shows(/Write to Shelves/);
  await enter('/retry');
  await shows(/\/truncate cuts long results/);
  upstream.always = null;
  await enter('/send-anyway');
  await shows(/sent as it is, at your own risk\.[\s\S]*Understood\./);
  await enter('/truncate');
  await shows(/Understood\./);
  // The answer before it said the same.
  const { list: folds } = contract.condensations;
  await expect
    .poll(async () => (await api.call(folds, { session: session.id })).runs.filter(({ active }) => active).length)
    .toBe(1);
  const isAsked = ({ parts }: Entry) => parts.some((part) => part.type === 'text' && part.text === 'Will this be lost?');
  const stored = async () => {
    const { entries } = await api.call(contract.entries.list, { session: session.id, query: {} });
    return [entries.filter(isAsked).length, entries.at(-1)?.role];
  };
  await expect.poll(stored).toEqual([1, 'assistant']);
  await enter('/undo');
  await shows(/Undone: Context condensed/);
  await enter('/redo');
  await shows(/Done again: Context condensed/);
  press('\u0003');
  await app.waitUntilExit();
});

it('sends files, lets messages wait, goes on with other branches and models', { timeout: 60_000 }, async () => {
  let release: () => void = () => {};
  const upstream = await Upstream.open({
    answer: ({ messages }) => {
      const text = JSON.stringify(messages.at(-1));
      const said = text.includes('kestrel') ? 'The bird is a kestrel.' : text.includes('second') ? 'Second done.' : 'First done.';
      return text.includes('slowly') ? new Promise((done) => (release = () => done({ text: said }))) : { text: said };
    },
  });
  onTestFinished(() => upstream.close());
  const session = await withModel(upstream);
  const note = path.join(home, 'a note.txt');
  writeFileSync(note, 'The bird on the roof is a kestrel.');
  const { app, shows, press, enter } = await openTerminal(session);
  await shows(/Shelves/);

  await enter('/file nowhere.txt');
  await shows(/nowhere\.txt was not added: there is no such file/);
  await enter(`/file ${note}`);
  await shows(/With it: a note\.txt \(34 bytes\)/);
  await enter('What bird is it?');
  await shows(/The bird is a kestrel\./);
  expect(JSON.stringify(upstream.seen.at(-1)?.messages)).toContain('a note.txt');

  await enter('First, slowly');
  await shows(/…/);
  await expect.poll(() => upstream.seen.length).toBe(2);
  await enter('And the second');
  await shows(/Waits: And the second/);
  await enter('/queue');
  await shows(/1 +And the second/);
  await enter('/queue 1');
  await shows(/Taken back/);
  press('\r');
  await shows(/Waits: And the second/);
  release();
  await shows(/First done\.[\s\S]*Second done\./);

  await enter('/retry');
  await expect.poll(async () => (await api.call(contract.branches.list, { session: session.id })).branches.length).toBe(2);
  await shows(/Second done\./);
  await enter('/branches');
  await shows(/1 • branch-2 [^\n]*\n +2 +main/);
  await enter('/branches 2');
  await shows(/On main\./);

  await enter('/model');
  await shows(/• Small one \(gpt-4o\)/);
  await enter('/model nobody');
  await shows(/No model is called nobody/);
  await enter('/model gpt');
  await shows(/Several models are called gpt\./);
  await enter(`/model other ${session.profileId}`);
  await shows(/goes on with Other [\w-]+ \(gpt-4o-mini\)/);
  await enter('Who answers?');
  await expect.poll(() => upstream.seen.at(-1)?.model).toBe('gpt-4o-mini');
  await shows(/First done\./);
  press('\u0003');
  await app.waitUntilExit();
});
