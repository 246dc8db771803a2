import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { api as contract } from '@tenfold/contract';
import { render } from 'ink';
import { createElement } from 'react';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ChatApi, chatApi } from '../../packages/cli/src/chat/api.ts';
import { ChatApp } from '../../packages/cli/src/chat/chat-app.ts';
import { painter } from '../../packages/cli/src/terminal.ts';
import { jsonLog, type Served, serve, serveSettings } from '../../packages/server/src/index.ts';

// Drawn live under CI too: Ink would write only the last picture there. It looks when it is loaded.
vi.hoisted(() => {
  process.env.CI = 'false';
});

const home = mkdtempSync(path.join(tmpdir(), 'tenfold-terminal-'));
let served: Served;
let api: ChatApi;

beforeAll(async () => {
  served = await serve(serveSettings({ home, port: '0' }, {}), { log: jsonLog('silent'), environment: {}, web: null });
  api = chatApi(served.url, null);
});

afterAll(async () => {
  if (served.running) await served.stop();
  rmSync(home, { recursive: true, force: true });
});

/** A terminal of 100 columns that a test types into and reads from. */
async function openTerminal() {
  const { sessions } = await api.call(contract.sessions.list, {});
  const [first] = sessions;
  if (first === undefined) throw new Error('The sample conversation is missing.');
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {}, ref: () => {}, unref: () => {} });
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 100, rows: 40 });
  const kept: string[] = [];
  let seen = '';
  stdout.on('data', (chunk: Buffer) => {
    seen += stripVTControlCharacters(String(chunk));
  });
  const screen = { write: () => {}, columns: 100, colour: false, live: true, paint: painter(false) };
  const app = render(
    createElement(ChatApp, { api, first, screen, earlier: ['What did we say last week?'], keep: (line) => kept.push(line) }),
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
  return { app, shows, press, kept, type: (text: string) => stdin.write(text) };
}

it('shows the talk and the gauge, sends, condenses, tells why not, goes back and leaves', { timeout: 60_000 }, async () => {
  const { app, shows, press, type, kept } = await openTerminal();
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
