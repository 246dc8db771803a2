import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSqlite } from './open.ts';

const OPENER = new URL('open.ts', import.meta.url).href;
const HOLDER = `
  const { openSqlite } = await import(${JSON.stringify(OPENER)});
  const store = await openSqlite(process.argv[1]);
  store.leases.appear('there');
  await store.leases.acquire({ name: 'process:there', holder: 'there', at: 0 });
  process.stdout.write('ready');
  setInterval(() => {}, 60_000);
`;

it('[W2] knows at once that a process of the same file was killed, and not before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-presence-'));
  const file = join(folder, 'tenfold.db');
  const store = await openSqlite(file);
  const child = spawn(process.execPath, ['--input-type=module', '-e', HOLDER, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await store.close();
    rmSync(folder, { recursive: true });
  });
  await once(child.stdout, 'data');
  const [lease] = await store.leases.list();
  const isGone = () => lease !== undefined && store.leases.isGone(lease);
  // Looking takes nothing away from who is looked at.
  expect([isGone(), isGone()]).toEqual([false, false]);
  child.kill('SIGKILL');
  await once(child, 'close');
  expect([isGone(), isGone()]).toEqual([true, true]);
  expect(readdirSync(folder).filter((name) => name.includes('-here-'))).toEqual([]);
  // The newest stays, so that its token is there to be exceeded.
  const tokens = async () => (await store.leases.list()).map(({ token }) => token);
  await store.leases.acquire({ name: 'server', holder: 'another', at: 0 });
  expect(await tokens()).toEqual([1, 2]);
  await store.leases.acquire({ name: 'process:next', holder: 'next', at: 0 });
  expect(await tokens()).toEqual([2, 3]);
});

it('[W2] takes nobody for gone who shows itself in this very process, and nobody for there by a name that is no name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-presence-'));
  const store = await openSqlite(join(folder, 'tenfold.db'));
  const other = await openSqlite(join(folder, 'tenfold.db'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const disappear = other.leases.appear('here');
  expect(store.leases.isGone({ holder: 'here', released: false })).toBe(false);
  expect(store.leases.isGone({ holder: 'here', released: true })).toBe(true);
  expect(store.leases.isGone({ holder: '../tenfold.db', released: false })).toBe(true);
  disappear();
  expect(store.leases.isGone({ holder: 'here', released: false })).toBe(true);
  other.leases.appear('again');
  await other.close();
  expect(store.leases.isGone({ holder: 'again', released: false })).toBe(true);
  await store.close();
});
