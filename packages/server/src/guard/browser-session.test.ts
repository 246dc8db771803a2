import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTenfold } from '@tenfold/session';
import { openSqlite } from '@tenfold/store';
import { Hono } from 'hono';
import { expect, it, onTestFinished } from 'vitest';
import { browserSession } from './browser-session.ts';

it('replaces its cookie twice a day, and the first use of the new one is the end of the old', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-browser-'));
  const store = await openSqlite(join(folder, 'tenfold.db'));
  let passed = 0;
  const now = () => Date.now() + passed;
  const tenfold = await openTenfold({ store, now });
  onTestFinished(async () => {
    await tenfold.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const { id } = await tenfold.people.add({ name: 'Ada', role: 'user' });
  const sessions = browserSession(tenfold.people, { isSecure: true, now });
  const cookieIn = (lines: readonly string[]) => lines[0]?.split(';')[0] ?? '';
  const ask = async (cookie: string) => {
    let given: Awaited<ReturnType<typeof sessions.admit>> = null;
    const app = new Hono().get('/', async (context) => {
      given = await sessions.admit(context);
      return context.text('');
    });
    await app.request('/', { headers: { cookie } });
    return given as Awaited<ReturnType<typeof sessions.admit>>;
  };
  const lines = await sessions.begin(id);
  expect(lines[0]).toMatch(/^__Host-tenfold=tfp_.*Path=\/.*HttpOnly.*Secure/);
  const first = cookieIn(lines);
  expect(await ask(first)).toMatchObject({ admitted: { person: { id } }, cookies: [] });
  passed += 13 * 3_600_000;
  const second = cookieIn((await ask(first))?.cookies ?? []);
  expect(second).not.toBe(first);
  // Requests that were already under way still carry the old one.
  expect(await ask(first)).not.toBeNull();
  expect(await ask(second)).not.toBeNull();
  expect(await ask(first)).toBeNull();
  const plain = await tenfold.people.addToken(id, { name: 'laptop', scope: 'full' });
  expect(await ask(`__Host-tenfold=${plain.text}`)).toBeNull();
});
