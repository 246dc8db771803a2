import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { withLock } from './lock.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const fresh = (name: string) => path.join(folder, name);
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid;
const nobodyHolds = (holder: string) => expect.fail(`waited for ${holder}`);

it('lets one in at a time, and the next when the first is done', async () => {
  const file = fresh('turns');
  const seen: string[] = [];
  let waitedFor = '';
  const first = withLock(file, nobodyHolds, async () => {
    seen.push('first in');
    await new Promise((resolve) => setTimeout(resolve, 250));
    seen.push('first out');
  });
  const second = withLock(
    file,
    (holder) => {
      waitedFor = holder;
    },
    async () => seen.push('second in'),
  );
  await Promise.all([first, second]);
  expect(seen).toEqual(['first in', 'first out', 'second in']);
  expect(waitedFor).toBe(String(process.pid));
  expect(existsSync(file)).toBe(false);
});

it('is released when the work throws', async () => {
  const file = fresh('thrown');
  await expect(withLock(file, nobodyHolds, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(existsSync(file)).toBe(false);
});

it('breaks the lock of a dead process', async () => {
  const file = fresh('dead');
  writeFileSync(file, `${deadPid()} ${hostname()} 1`);
  expect(await withLock(file, nobodyHolds, async () => 'in')).toBe('in');
});

it('breaks the lock of a machine that has long been silent', async () => {
  const file = fresh('silent');
  writeFileSync(file, `${process.pid} elsewhere 1`);
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(file, longAgo, longAgo);
  expect(await withLock(file, nobodyHolds, async () => 'in')).toBe('in');
});

it('lets one in at a time when several find the same dead holder', async () => {
  const file = fresh('race');
  const log = fresh('race.log');
  writeFileSync(log, '');
  writeFileSync(file, `${deadPid()} ${hostname()} 1`);
  const racer = `
    import { appendFileSync } from 'node:fs';
    import { withLock } from ${JSON.stringify(new URL('./lock.mjs', import.meta.url).href)};
    await withLock(${JSON.stringify(file)}, () => {}, async () => {
      appendFileSync(${JSON.stringify(log)}, 'in ');
      await new Promise((resolve) => setTimeout(resolve, 30));
      appendFileSync(${JSON.stringify(log)}, 'out ');
    });`;
  const racers = Array.from({ length: 5 }, () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', racer], { stdio: 'inherit' });
    return new Promise((resolve) => child.on('exit', resolve));
  });
  expect(await Promise.all(racers)).toEqual([0, 0, 0, 0, 0]);
  expect(readFileSync(log, 'utf8')).toBe('in out '.repeat(5));
});
