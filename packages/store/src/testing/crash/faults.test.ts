import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textMessage } from '@tenfold/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placesToTry, SECONDS } from '../../../../../tests/places-to-try.ts';
import { StoreFull } from '../../error.ts';
import { openSqlite } from '../../sqlite/open.ts';
import { storedIds } from '../stored-ids.ts';
import { bundleFolder, bundleWriter } from './killing.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-faults-'));
const bundled = bundleFolder();
const begun = join(folder, 'begun.db');
let script = '';
beforeAll(async () => {
  script = await bundleWriter(bundled);
  await endure(begun, 'first');
}, 120_000);
afterAll(() => {
  for (const made of [folder, bundled]) rmSync(made, { recursive: true, force: true });
});

const works = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;
const strace = works('strace', '-qq', '-e', 'trace=none', 'true');

/** Runs the enduring writer under a command and checks that what it was promised is there. */
async function endure(path: string, run: string, ...command: string[]) {
  const [program = '', ...args] = [...command, process.execPath, script, path, 'endure', run];
  const { stdout } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26 });
  const lines = stdout.split('\n').filter((line) => line !== '');
  const ids = lines.filter((line) => line.startsWith('entry')).map((line) => line.split(' ')[2] ?? '');
  const store = await openSqlite(path);
  try {
    const stored = ids.length > 0 ? await storedIds(store, 'one') : new Set();
    assert.deepEqual(
      ids.filter((id) => !stored.has(id)),
      [],
      'an acknowledged entry is lost',
    );
    const { damages, entries } = await store.verify();
    assert.deepEqual(damages, []);
    return { ids, entries, refused: lines.filter((line) => line.startsWith('refused')), last: lines.at(-1) ?? '' };
  } finally {
    await store.close();
  }
}

/** Runs the writer on a copy of a file that is already there, with its calls of a kind listed and what strace is told beside. */
async function listed(call: string, name: string, ...told: string[]) {
  const [path, log] = [join(folder, `${name}.db`), join(folder, 'strace.log')];
  for (const end of ['', '-mark']) copyFileSync(`${begun}${end}`, `${path}${end}`);
  // Node reads its own files too; those are not meant.
  const ours = ['-P', path, '-P', `${path}-wal`];
  const outcome = await endure(path, 'second', 'strace', '-qq', '-f', '-y', ...ours, '-o', log, '-e', `trace=${call}`, ...told);
  for (const end of ['', '-mark', '-wal', '-shm']) rmSync(path + end, { force: true });
  return { outcome, calls: readFileSync(log, 'utf8').trim().split('\n') };
}

/**
 * What comes of the n-th call of a kind that fails: in a deep run for every n of a run, else for these. With a step, one run shows
 * the n-th and every so many behind it, each after the store has got over the one before.
 */
async function* failing(call: string, some: readonly number[], step?: number) {
  const count = isDeep ? (await listed(call, 'whole')).calls.length : 0;
  const what = `failing ${call}${step === undefined ? '' : `, every ${step}th of ${count} from each of the first`}`;
  const places = isDeep ? placesToTry(what, Math.min(count, step ?? count)) : some;
  let fails = 0;
  for (const first of places) {
    for (let when = first; ; ) {
      const inject = `inject=${call}:error=EIO:when=${when}${isDeep && step !== undefined ? `+${step}` : ''}`;
      const { outcome, calls } = await listed(call, `inject-${when}`, '-e', inject);
      const hits = [...calls.entries()].filter(([, line]) => line.includes('INJECTED'));
      fails += hits.length;
      // A run may make fewer calls than another one.
      if (hits.length > 0)
        yield { ...outcome, onLog: hits.filter(([at, line]) => /-wal>/.test(line) && at < calls.length - 4).length };
      // Whoever could not open the file has not come to those behind.
      when += (step ?? count) * hits.length;
      if (outcome.last !== 'start' || hits.length === 0 || when > count) break;
    }
  }
  if (isDeep) process.stdout.write(`${fails} failing ${call}\n`);
}

const isDeep = process.env.TENFOLD_DEEP === '1';
const isWhole = isDeep && SECONDS === null;
/** Some thousand calls, each in a process of its own. */
const TIME = { timeout: isDeep ? 7_200_000 : 120_000 };

describe('a failing disk', () => {
  const root = process.getuid?.() === 0;
  it.skipIf(!root)('[D3] refuses when the disk is full, goes on reading, and resumes once there is room', async () => {
    const mount = join(folder, 'small');
    mkdirSync(mount);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', mount]);
    try {
      const store = await openSqlite(join(mount, 'full.db'));
      const { id: session } = await store.sessions.create({ at: 0 });
      const append = (n: number) =>
        store.entries.append({
          session,
          entries: [{ message: textMessage('user', `${n} ${'x'.repeat(8000)}`) }],
          key: `k${n}`,
          at: n,
        });
      let acknowledged = 0;
      const error = await (async () => {
        for (;;) await append(acknowledged++);
      })().catch((reason) => reason);
      acknowledged--;
      expect(error).toBeInstanceOf(StoreFull);
      expect((await store.heads.get(session)).length).toBe(acknowledged);
      execFileSync('mount', ['-o', 'remount,size=16m', mount]);
      await append(acknowledged);
      expect((await store.heads.get(session)).length).toBe(acknowledged + 1);
      expect((await store.verify()).damages).toEqual([]);
      await store.close();
    } finally {
      execFileSync('umount', ['-l', mount]);
    }
  });

  it('[D3] acknowledges nothing that a file size limit cuts off', async () => {
    const path = join(folder, 'limit.db');
    // A new file is made within no limit: that takes more than what is written then.
    await endure(path, 'first');
    const { refused, ids } = await endure(path, 'second', 'bash', '-c', 'ulimit -f 700; exec "$@"', 'bash');
    expect(refused.length).toBeGreaterThan(0);
    expect(ids.length).toBeGreaterThan(0);
  });

  it.skipIf(!strace)(
    '[D3] tells of a failing read, acknowledges nothing by it and loses nothing, for every read of a run',
    TIME,
    async () => {
      let tried = 0;
      for await (const outcome of failing('pread64', [3])) {
        tried++;
        expect(outcome.entries).toBeLessThanOrEqual(120);
        for (const line of outcome.refused) expect(line).toMatch(/^refused store-(?:fault|corrupt) second-/);
      }
      expect(tried).toBeGreaterThan(isWhole ? 5 : 0);
    },
  );

  // A run makes some 70 flushes and some thousand writes, forty for each entry: so far apart, none fails twice.
  for (const [call, some, step] of [
    ['fsync,fdatasync', [20], undefined],
    ['pwrite64', [150, 501], 101],
  ] as const) {
    it.skipIf(!strace)(`[D3] tells of a failing ${call}, acknowledges nothing by it, reopens and goes on`, TIME, async () => {
      let [tried, told, untold] = [0, 0, 0];
      for await (const { ids, refused, last, onLog, entries } of failing(call, some, step)) {
        tried++;
        expect(entries).toBeLessThanOrEqual(120);
        if (last === 'start') continue;
        expect(last).toMatch(/^entry one /);
        if (onLog === 0) continue;
        expect(entries).toBe(120);
        expect(ids).toHaveLength(120 - refused.length);
        for (const line of refused) expect(line).toMatch(/^refused store-fault second-/);
        // Before the log is brought into the file it is flushed once more: all in it was flushed by its commit, so nothing is refused.
        expect(refused.length).toBeLessThanOrEqual(onLog);
        untold += onLog - refused.length;
        told += refused.length;
      }
      expect(untold).toBeLessThanOrEqual(2);
      expect(tried).toBeGreaterThan(isWhole ? 30 : 0);
      expect(told).toBeGreaterThan(isWhole ? 20 : 0);
    });
  }
});
