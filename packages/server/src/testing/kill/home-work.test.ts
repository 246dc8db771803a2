import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textMessage } from '@tenfold/core';
import { openSecretBox, unreadableKeys } from '@tenfold/session';
import { openSqlite } from '@tenfold/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placesToTry } from '../../../../../tests/places-to-try.ts';
import { homeFiles } from '../../process/home.ts';
import { moveHome } from '../../process/move-home.ts';
import { rotateKey } from '../../process/rotate-key.ts';
import { SEALED, sealSome } from './sealed-home.ts';
import { bundleFolder, bundleVictim } from './victim.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-home-work-'));
const bundled = bundleFolder();
const [old, backup] = [join(folder, 'old'), join(folder, 'new.backup')];
let script = '';
beforeAll(async () => {
  script = await bundleVictim(bundled, 'home-work.ts');
  await write(join(folder, 'new.db'), 'new', (store) => store.backup(backup));
  mkdirSync(old);
  // As a server leaves it that was killed: what was said last is in the log alone.
  await write(join(folder, 'old.db'), 'old', async (store) => {
    await sealSome(store, await openSecretBox(homeFiles.key(old)));
    for (const end of ['', '-wal', '-mark']) copyFileSync(join(folder, `old.db${end}`), homeFiles.store(old) + end);
  });
}, 180_000);
afterAll(() => {
  for (const made of [folder, bundled]) rmSync(made, { recursive: true, force: true });
});

type Open = Awaited<ReturnType<typeof openSqlite>>;

async function write(file: string, name: string, then: (store: Open) => Promise<unknown>): Promise<void> {
  const store = await openSqlite(file);
  await store.sessions.create({ id: name, at: 0 });
  for (let n = 0; n < 20; n++)
    await store.entries.append({ session: name, entries: [{ message: textMessage('user', `${name} ${n}`) }], at: n });
  await then(store);
  await store.close();
}

/** Which of the two a store is; it has to be the whole of it. */
async function whole(file: string): Promise<string> {
  const store = await openSqlite(file, { check: 'full' });
  try {
    const [session] = await store.sessions.list();
    expect(store.missing()).toBe(0);
    expect((await store.verify()).damages).toEqual([]);
    expect((await store.heads.get(session?.id ?? '')).length).toBe(20);
    return session?.id ?? '';
  } finally {
    await store.close();
  }
}

const CALLS = 'rename,renameat,renameat2,link,linkat,unlink,unlinkat,fsync,fdatasync,ftruncate,pwrite64';
const strace = spawnSync('strace', ['-qq', '-e', 'trace=none', 'true'], { stdio: 'ignore' }).status === 0;

/** Does some work on a copy of the old home, and has one of its calls go wrong. */
function spoiled(work: string, file: string, wrong: readonly string[]) {
  const home = mkdtempSync(join(folder, 'home-'));
  if (work !== 'start') for (const name of readdirSync(old)) copyFileSync(join(old, name), join(home, name));
  const log = join(folder, 'strace.log');
  const args = ['-qq', '-f', '-o', log, '-e', `trace=${CALLS}`, ...wrong, process.execPath, script, work, home, file];
  const { stdout } = spawnSync('strace', args, { encoding: 'utf8' });
  return { home, said: stdout, calls: readFileSync(log, 'utf8').match(/^\d+ +\w+\(/gmu)?.length ?? 0 };
}

/** Looks at what is left when the n-th call goes wrong: for every n, or for two of the last, where names change, and one before. */
async function eachCall(work: string, how: string, look: (came: { home: string; said: string; file: string }) => Promise<void>) {
  const { calls } = spoiled(work, work === 'restore' ? backup : join(folder, `${work}-${how}.first`), []);
  const some = [Math.ceil(calls / 2), calls - 3, calls - 1].filter((when) => when > 0);
  for (const when of process.env.TENFOLD_DEEP === '1' ? placesToTry(`${work} with ${how}`, calls) : some) {
    const file = work === 'restore' ? backup : join(folder, `${work}-${how}-${when}.file`);
    const came = spoiled(work, file, ['-e', `inject=${CALLS}:${how}:when=${when}`]);
    await look({ ...came, file });
    rmSync(came.home, { recursive: true });
  }
}

/** Hundreds of calls, each in a process of its own. */
const TIME = { timeout: process.env.TENFOLD_DEEP === '1' ? 3_600_000 : 180_000 };

/** A call that fails goes the way of one that never came; each of them in a deep run. */
const WRONG = process.env.TENFOLD_DEEP === '1' ? ['signal=KILL', 'error=EIO'] : ['signal=KILL'];

describe.skipIf(!strace).each(WRONG)('a home whose work meets %s at the n-th call', (how) => {
  it('[H13] has the old store or the restored one, whole, and the old one aside', TIME, async () => {
    await eachCall('restore', how, async ({ home, said }) => {
      const there = await whole(homeFiles.store(home));
      if (said.startsWith('done')) expect(there).toBe('new');
      const aside = readdirSync(home).findLast((name) => name.startsWith('before-restore-')) ?? '';
      if (there === 'new') expect(await whole(join(home, aside, 'tenfold.db'))).toBe('old');
    });
  });

  it('[D5] has a backup under its name only if it is whole, and the store as it was', TIME, async () => {
    await eachCall('backup', how, async ({ home, said, file }) => {
      if (said.startsWith('done')) expect(existsSync(file)).toBe(true);
      if (existsSync(file)) expect(await whole(file)).toBe('old');
      expect(await whole(homeFiles.store(home))).toBe('old');
    });
  });

  it('moves everything, going on where it was cut off, and leaves the source as it was', TIME, async () => {
    await eachCall('move', how, async ({ home, said, file }) => {
      expect(await whole(homeFiles.store(home))).toBe('old');
      if (said.startsWith('done')) expect(await whole(homeFiles.store(file))).toBe('old');
      // Every row of both is compared at its end.
      expect(await moveHome({ home, database: undefined }, file, () => {})).toMatchObject({ sessions: 1, entries: 20 });
      for (const at of [home, file]) expect(await whole(homeFiles.store(at))).toBe('old');
    });
  });

  it('opens every stored key, and only with the new one once the rotation is run again', TIME, async () => {
    await eachCall('rotate', how, async ({ home, said }) => {
      const unread = async (keyFile: string) => {
        const store = await openSqlite(homeFiles.store(home));
        return unreadableKeys(store, await openSecretBox(keyFile, undefined, { make: false })).finally(() => store.close());
      };
      const key = homeFiles.key(home);
      expect(await unread(key)).toEqual([]);
      if (said.startsWith('done')) expect(existsSync(`${key}.next`)).toBe(false);
      await rotateKey({ home, secret: undefined });
      expect(await unread(key)).toEqual([]);
      expect(existsSync(`${key}.next`)).toBe(false);
      expect(statSync(key).mode & 0o777).toBe(0o600);
      expect(await unread(homeFiles.key(old))).toEqual(SEALED);
      expect(await whole(homeFiles.store(home))).toBe('old');
    });
  });

  it('[H13] has a key file or none, and starts the next time', TIME, async () => {
    await eachCall('start', how, async ({ home }) => {
      const key = homeFiles.key(home);
      if (existsSync(key)) expect(statSync(key).size).toBe(32);
      const box = await openSecretBox(key);
      expect(box.open(box.seal('sk', 'row'), 'row')).toBe('sk');
      await openSqlite(homeFiles.store(home)).then((store) => store.close());
    });
  });
});
