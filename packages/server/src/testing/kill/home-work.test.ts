import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
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
import { stillsOf } from './stills.ts';
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
  for (const left of [folder, bundled]) rmSync(left, { recursive: true, force: true });
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
    expect(store.loss().missing).toBe(0);
    expect((await store.verify()).damages).toEqual([]);
    expect((await store.heads.get(session?.id ?? '')).length).toBe(20);
    return session?.id ?? '';
  } finally {
    await store.close();
  }
}

const isDeep = process.env.TENFOLD_DEEP === '1';
// Kills between two writes of SQLite itself are tried by the crashes of the store; to stand still at each takes most of the time.
const CALLS = `rename,renameat,renameat2,link,linkat,unlink,unlinkat,fsync,fdatasync,ftruncate${isDeep ? ',pwrite64' : ''}`;
const strace = spawnSync('strace', ['-qq', '-e', 'trace=none', 'true'], { stdio: 'ignore' }).status === 0;

/** Where all work is done: a home, and what a backup or a move makes beside it. */
const place = join(folder, 'place');
const [home, made] = [join(place, 'home'), join(place, 'made')];

/** The command of some work, with a copy of the old home in place, or with none. */
function begin(work: string): string[] {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  if (work !== 'start') for (const name of readdirSync(old)) copyFileSync(join(old, name), join(home, name));
  return [process.execPath, script, work, home, work === 'restore' ? backup : made];
}

/** Looks at what is left when work is killed at any of its calls: at all of it, or at two of the last, where names change, and one before. */
async function eachKill(work: string, look: Look): Promise<void> {
  const into = mkdtempSync(join(folder, 'stills-'));
  const stills = await stillsOf(place, CALLS, into, ...begin(work));
  const { length } = stills;
  const some = [Math.ceil(length / 2), length - 3, length - 1];
  for (const at of isDeep ? placesToTry(`${work}, killed at ${stills.at(-1)?.call} calls, leaves`, length) : some) {
    const still = stills[at - 1];
    if (still === undefined) continue;
    rmSync(place, { recursive: true });
    renameSync(still.folder, place);
    await look(still.said);
  }
  rmSync(into, { recursive: true });
}

/** The same where the n-th call fails: the work goes on then, each in a process of its own. */
async function eachFailure(work: string, look: Look): Promise<void> {
  const log = join(folder, 'strace.log');
  const run = (...told: string[]) => {
    const args = ['-qq', '-f', '--seccomp-bpf', '-o', log, '-e', `trace=${CALLS}`, ...told, ...begin(work)];
    return spawnSync('strace', args, { encoding: 'utf8' }).stdout;
  };
  run();
  const calls = readFileSync(log, 'utf8').match(/^\d+ +\w+\(/gmu)?.length ?? 0;
  for (const when of placesToTry(`${work} with a failing call`, calls))
    await look(run('-e', `inject=${CALLS}:error=EIO:when=${when}`));
}

type Look = (said: string) => Promise<void>;

/** Hundreds of looks, and of failing calls each in a process of its own. */
const TIME = { timeout: isDeep ? 3_600_000 : 180_000 };

/** A call that fails goes the way of one that never came; each of them in a deep run. */
const WRONG = isDeep
  ? ([
      ['is killed', eachKill],
      ['fails', eachFailure],
    ] as const)
  : ([['is killed', eachKill]] as const);

describe.skipIf(!strace).each(WRONG)('a home whose work %s at the n-th call', (_, each) => {
  it('[H13] has the old store or the restored one, whole, and the old one aside', TIME, async () => {
    await each('restore', async (said) => {
      const there = await whole(homeFiles.store(home));
      if (said.startsWith('done')) expect(there).toBe('new');
      const aside = readdirSync(home).findLast((name) => name.startsWith('before-restore-')) ?? '';
      if (there === 'new') expect(await whole(join(home, aside, 'tenfold.db'))).toBe('old');
    });
  });

  it('[D5] has a backup under its name only if it is whole, and the store as it was', TIME, async () => {
    await each('backup', async (said) => {
      if (said.startsWith('done')) expect(existsSync(made)).toBe(true);
      if (existsSync(made)) expect(await whole(made)).toBe('old');
      expect(await whole(homeFiles.store(home))).toBe('old');
    });
  });

  it('moves everything, going on where it was cut off, and leaves the source as it was', TIME, async () => {
    await each('move', async (said) => {
      expect(await whole(homeFiles.store(home))).toBe('old');
      if (said.startsWith('done')) expect(await whole(homeFiles.store(made))).toBe('old');
      // Every row of both is compared at its end.
      expect(await moveHome({ home, database: undefined }, made, () => {})).toMatchObject({ sessions: 1, entries: 20 });
      for (const at of [home, made]) expect(await whole(homeFiles.store(at))).toBe('old');
    });
  });

  it('opens every stored key, and only with the new one once the rotation is run again', TIME, async () => {
    await each('rotate', async (said) => {
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
    await each('start', async () => {
      const key = homeFiles.key(home);
      if (existsSync(key)) expect(statSync(key).size).toBe(32);
      const box = await openSecretBox(key);
      expect(box.open(box.seal('sk', 'row'), 'row')).toBe('sk');
      await openSqlite(homeFiles.store(home)).then((store) => store.close());
    });
  });
});
