import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { apiRoutes } from '../api/routes.ts';
import { examine } from './examine.ts';
import { restoreHome } from './restore-home.ts';
import { serve } from './serve.ts';
import { withHome } from './with-home.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-unwritable-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const log = { info: () => {}, warn: () => {}, error: () => {} };
const isRoot = process.getuid?.() === 0;

/** A home on a small disk of its own, which then takes no more writes. */
async function onDisk(name: string, spoil: (mount: string) => unknown, look: (home: string) => Promise<void>, size = '3m') {
  const mount = join(folder, name);
  mkdirSync(mount);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', mount]);
  try {
    const home = join(mount, 'home');
    const text = JSON.stringify({ messages: [{ role: 'user', content: 'one harbour' }] });
    await withHome({ home, secret: undefined, environment: {}, log, make: true }, ({ exchange }) =>
      exchange.importFile({ name: 'Kept', text }),
    );
    spoil(mount);
    await look(home);
  } finally {
    execFileSync('umount', ['-l', mount]);
  }
}

function fill(mount: string): void {
  expect(() => writeFileSync(join(mount, 'fill'), Buffer.alloc(8_000_000))).toThrow('ENOSPC');
}

const makeReadOnly = (mount: string) => execFileSync('mount', ['-o', 'remount,ro', mount]);

/** The store as a server leaves it that is killed: with its log. */
function leaveLog(mount: string): void {
  const file = join(mount, 'home', 'tenfold.db');
  const database = new DatabaseSync(file);
  database.exec('create table left_behind (x)');
  const ends = ['', '-wal', '-shm'];
  for (const end of ends) copyFileSync(file + end, `${file}.left${end}`);
  database.close();
  for (const end of ends) renameSync(`${file}.left${end}`, file + end);
}

/** Sessions that nobody sees. */
function stagedIn(home: string): number {
  const store = new DatabaseSync(join(home, 'tenfold.db'));
  const { n } = store.prepare("select count(*) as n from sessions where owner like 'draft:%'").get() as { n: number };
  store.close();
  return n;
}

describe.skipIf(!isRoot)('a home that cannot be written', () => {
  it.each([
    ['a full disk', fill],
    ['a read-only disk', makeReadOnly],
    ['a full disk with a log', (mount: string) => [leaveLog(mount), fill(mount)]],
    ['a read-only disk with a log', (mount: string) => [leaveLog(mount), makeReadOnly(mount)]],
  ])('can be exported, backed up and examined on %s', async (name, spoil) => {
    await onDisk(name.replaceAll(' ', '-'), spoil, async (home) => {
      const backup = join(folder, `${name}.db`);
      await withHome({ home, secret: undefined, environment: {}, log }, async (tenfold, store) => {
        const [session] = await store.sessions.list();
        expect((await tenfold.exchange.exportFile(session?.id ?? '', 'jsonl')).text).toContain('one harbour');
        await store.backup(backup);
        // It is the other disk that has no room then, not the one of the copy.
        await expect(store.backup(join(home, '..', 'backup.db'))).rejects.toThrow(/its disk is full|EROFS/);
      });
      expect(existsSync(backup)).toBe(true);
      const settings = { home, host: '127.0.0.1', port: 0, token: null, secret: undefined, open: false };
      const findings = await examine(settings, { environment: {}, node: process.version, web: null });
      expect(findings.filter(({ state }) => state === 'failed').map(({ what }) => what)).toEqual(['disk']);
      expect(findings.find(({ what }) => what === 'integrity')?.detail).toContain('1 session, 1 entry');
      const before = readdirSync(home);
      await expect(restoreHome(home, backup)).rejects.toThrow(/its disk (?:has no room|is read-only).* Nothing was changed\.$/);
      expect(readdirSync(home)).toEqual(before);
    });
  });

  it.each([
    ['a disk that is full', fill],
    ['a disk that is read-only', makeReadOnly],
    ['a read-only disk to which a log was left', (mount: string) => [leaveLog(mount), makeReadOnly(mount)]],
  ])('[H13] is served for reading on %s, takes nothing, and leaves nothing behind', async (name, spoil) => {
    await onDisk(name.replaceAll(' ', '-'), spoil, async (home) => {
      const temporary = process.env.TMPDIR;
      process.env.TMPDIR = folder;
      onTestFinished(() => {
        if (temporary === undefined) delete process.env.TMPDIR;
        else process.env.TMPDIR = temporary;
      });
      const copies = () => readdirSync(tmpdir()).filter((entry) => entry.startsWith('tenfold-read-')).length;
      const settings = { home, host: '127.0.0.1', port: 0, token: null, secret: undefined, open: false };
      const served = await serve(settings, { log, environment: {}, web: null });
      if (!served.running) throw new Error('It is not served.');
      const ask = async (path: string, method = 'GET', body?: object) => {
        const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
        const answer = await fetch(new URL(path, served.url), { method, ...sent });
        return { status: answer.status, text: await answer.text(), tells: answer.headers.get('x-tenfold-read-only') };
      };
      const { sessions } = JSON.parse((await ask('/api/sessions')).text) as { sessions: { id: string; title: string }[] };
      expect(sessions.map(({ title }) => title)).toEqual(['Kept']);
      const path = `/api/sessions/${sessions[0]?.id}`;
      expect((await ask(`${path}/entries`)).text).toContain('one harbour');
      expect((await ask(`${path}/export?format=jsonl`)).text).toContain('one harbour');
      expect((await ask('/api/search?q=harbour')).text).toContain('harbour');
      expect((await ask('/api/sessions')).tells).toBe('1');
      expect((await ask(`${path}/status`, 'POST', { draft: 'And now?' })).status).toBe(200);
      for (const { endpoint } of apiRoutes.filter(
        ({ endpoint }) => endpoint.method !== 'get' && !endpoint.path.endsWith('/status'),
      )) {
        const { status, text, tells } = await ask(endpoint.path.replaceAll(/:\w+/g, 'x'), endpoint.method.toUpperCase(), {});
        expect(`${endpoint.path} ${status}`).toBe(`${endpoint.path} 507`);
        expect(text).toContain('full or read-only');
        expect(text).not.toContain(home);
        expect(tells).toBe('1');
      }
      expect((await ask('/v1/messages', 'POST', { model: 'claude-sonnet-4-5', messages: [] })).status).toBe(507);
      await served.stop();
      expect(copies()).toBe(0);
    });
  });

  it('[H13] goes on being read when its disk fills up while it is served', async () => {
    const nothing = () => {};
    await onDisk('filling', nothing, async (home) => {
      const settings = { home, host: '127.0.0.1', port: 0, token: null, secret: undefined, open: false };
      const served = await serve(settings, { log, environment: {}, web: null });
      if (!served.running) throw new Error('It is not served.');
      const ask = async (path: string, method = 'GET', body?: object) => {
        const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
        const answer = await fetch(new URL(path, served.url), { method, ...sent });
        return { status: answer.status, text: await answer.text() };
      };
      const wish = { name: 'Ours', provider: 'openai', model: 'gpt-4o', key: 'sk-1', baseUrl: 'http://127.0.0.1:9/v1' };
      await ask('/api/profiles', 'POST', wish);
      // Neither counts nor limits are known any more: both would be written with the next reading.
      expect((await ask('/api/settings', 'PUT', { systemPrompt: 'Answer in rhymes.' })).status).toBe(200);
      expect((await ask('/api/models/openai:gpt-4o', 'DELETE')).status).toBe(200);
      fill(join(home, '..'));
      const { sessions } = JSON.parse((await ask('/api/sessions')).text) as { sessions: { id: string }[] };
      const reading = apiRoutes
        .filter(({ endpoint: { method } }) => method === 'get')
        .map(({ endpoint: { path } }) => path.replace(':session', sessions.at(-1)?.id ?? ''))
        .filter((path) => !/:|\/events$|\/requests$|\/connectable$|appended$|search$|recall$/.test(path));
      for (const path of [...reading, '/api/sessions?status=1', '/api/search?q=harbour'])
        expect(`${path} ${(await ask(path)).status}`).toMatch(/ 20[04]$/);
      const { status } = await ask('/api/sessions', 'POST', { title: 'No room' });
      expect(status).toBe(507);
      await served.stop();
    });
  });

  it.each([
    ['many messages', 4_000, 'A walrus looks at the harbour. '.repeat(60)],
    ['one message', 1, 'A walrus looks at the harbour. '.repeat(400_000)],
  ])('[K6] an import that would fill the disk leaves nothing behind, and the room it took: %s', async (name, messages, said) => {
    const look = async (home: string) => {
      const settings = { home, host: '127.0.0.1', port: 0, token: null, secret: undefined, open: false };
      const text = Array.from({ length: messages }, (_, n) => JSON.stringify({ role: 'user', content: `${n} ${said}` })).join(
        '\n',
      );
      const start = async () => {
        const served = await serve(settings, { log, environment: {}, web: null });
        if (!served.running) throw new Error('It is not served.');
        const send = (path: string, body: object) =>
          fetch(new URL(path, served.url), {
            method: 'POST',
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          });
        return { served, send };
      };
      let { served, send } = await start();
      const refused = await send('/api/import', { name: 'long.jsonl', text });
      expect([refused.status, await refused.json()]).toMatchObject([
        507,
        {
          code: 'store-full',
          detail: expect.stringContaining('Nothing of it was imported'),
          kept: expect.stringContaining('used for'),
        },
      ]);
      const half = text.slice(0, text.length >> 3).lastIndexOf('\n');
      for (let restarts = 0; restarts < 2; restarts++) {
        expect((await send('/api/sessions', { title: 'Room' })).status).toBe(201);
        if (half > 0) expect((await send('/api/import', { name: 'less.jsonl', text: text.slice(0, half) })).status).toBe(201);
        await served.stop();
        expect(stagedIn(home)).toBe(0);
        ({ served, send } = await start());
      }
      await served.stop();
    };
    await onDisk(name.replaceAll(' ', '-'), () => {}, look, '14m');
  });

  it('[K6] what a full disk keeps of an import goes once there is room again, without a restart', async () => {
    const look = (home: string) =>
      withHome({ home, secret: undefined, environment: {}, log }, async ({ exchange }, store) => {
        const staged = async () => (await store.owners()).filter((owner) => owner !== store.owner).length;
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        onTestFinished(() => void vi.useRealTimers());
        const mount = join(home, '..');
        const text = `${JSON.stringify({ role: 'user', content: 'walrus '.repeat(200) })}\n`.repeat(800);
        const progress = (written: number) => {
          if (written > 300 && !existsSync(join(mount, 'fill'))) fill(mount);
        };
        await expect(exchange.importFile({ name: 'talk.jsonl', text }, { progress })).rejects.toMatchObject({
          code: 'store-full',
          kept: expect.stringContaining('is removed as soon as the disk takes writes again'),
        });
        expect(await staged()).toBe(1);
        rmSync(join(mount, 'fill'));
        vi.advanceTimersByTime(10_000);
        await expect.poll(staged, { timeout: 10_000 }).toBe(0);
      });
    await onDisk('refilled', () => {}, look, '8m');
  });
});
