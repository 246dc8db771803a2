import { writeSync } from 'node:fs';
import { type Fold, textMessage } from '@tenfold/core';
import { StoreError } from '../../error.ts';
import { openSqlite } from '../../sqlite/open.ts';
import { WritingThread } from '../../sqlite/writing-thread.ts';
import type { Store } from '../../store.ts';

// A process that writes until it is killed, or for some rounds, and says what was acknowledged, one line each, written at once.
const [path = '', phase = 'append', run = '0', rounds = 'Infinity'] = process.argv.slice(2);
const say = (...words: (string | number)[]) => writeSync(1, `${words.join(' ')}\n`);

let store: Store;

type Step = (session: string, token: number, name: string) => Promise<void>;

const steps: Record<string, Step> = {
  async append(session, _, name) {
    const texts = Array.from({ length: 3 }, (_, i) => `${name}-${i} ${'word '.repeat(60)}`);
    await Promise.all(
      texts.map(async (text, i) => {
        const { entries } = await store.entries.append({
          session,
          entries: [{ message: textMessage('user', text) }],
          key: `${name}-${i}`,
          at: 0,
        });
        say('entry', session, entries[0]?.id ?? '');
      }),
    );
  },
  /** One that a thread writes. */
  async long(session, _, name) {
    if (!WritingThread.isThere) throw new Error('The thread that writes long texts is not beside this file.');
    const message = textMessage('user', `${name} ${'word '.repeat(500_000)}`);
    const { entries } = await store.entries.append({ session, entries: [{ message }], key: name, at: 0 });
    say('entry', session, entries[0]?.id ?? '');
  },
  async swap(session, _, name) {
    await steps.append?.(session, 0, name);
    const { version, head, length } = await store.heads.get(session);
    const [first] = await store.entries.range(session, head.position ?? '', length - 2, length - 2);
    const target = { kind: 'span', from: first?.id ?? '', to: head.position ?? '' } as const;
    const fold: Fold = {
      id: name,
      run: name,
      target,
      kind: 'summary',
      lossless: false,
      text: name,
      by: 'crash',
      before: 2,
      after: 1,
    };
    const next = await store.heads.swap({
      session,
      expect: version,
      head: { ...head, folds: [...head.folds.slice(-20), name] },
      folds: [fold],
      at: 0,
    });
    say('head', session, next.version, name);
  },
  async checkpoint(session, _, name) {
    await steps.append?.(session, 0, name);
    const { id, length } = await store.checkpoints.create({ session, label: name, at: 0 });
    say('checkpoint', session, id, length);
    const { branch } = await store.checkpoints.restore({ session, checkpoint: id, branch: name, at: 0 });
    say('branch', session, branch, length);
  },
  async stream(session, token, name) {
    const row = await store.pending.begin({ id: `${session}-${name}`, session, after: null, lease: token, at: 0 });
    const { id } = row;
    say('begun', session, id);
    for (const text of ['a', 'ab', 'abc']) await store.pending.write(row, textMessage('assistant', text), 0);
    const { entries } = await store.entries.append({
      session,
      entries: [{ message: textMessage('assistant', name) }],
      pending: { id, lease: token },
      key: id,
      at: 0,
    });
    say('streamed', session, id, entries[0]?.id ?? '');
  },
};

/** Sixty appends on a failing disk, each tried twice with the same key; then an orderly end. */
async function endure(): Promise<void> {
  const create = () => store.sessions.create({ id: 'one', at: 0 });
  await store.sessions.get('one').catch(() => create().catch(create));
  for (let n = 0; n < 120; n++) {
    const key = `${run}-${n >> 1}`;
    const message = textMessage('user', `${key} ${'word '.repeat(200)}`);
    try {
      const { entries } = await store.entries.append({ session: 'one', entries: [{ message }], key, at: 0 });
      say('entry', 'one', entries[0]?.id ?? '');
    } catch (error) {
      say('refused', error instanceof StoreError ? error.code : String(error), key);
    }
  }
  await store.close();
}

async function write(): Promise<void> {
  const before = await store.leases.get('writer');
  const over = before === null ? undefined : { token: before.token, beat: before.beat };
  const wish = { name: 'writer', holder: `run ${run}`, at: 0 };
  const { token } = await store.leases.acquire(over === undefined ? wish : { ...wish, over });
  say('lease', token);
  const sessions = ['one', 'two'];
  for (const id of sessions) await store.sessions.create({ id, at: 0 }).catch(() => undefined);
  // Who was killed before does not come back.
  for (const { session, lease } of await store.pending.list()) await store.pending.leave(session, lease);
  for (let n = 0; n < Number(rounds); n++)
    await Promise.all(sessions.map((session) => steps[phase]?.(session, token, `${run}-${n}`)));
  await store.close();
}

say('start');
store = await openSqlite(path);
say('open');
if (phase === 'migrate') await store.close();
else if (phase === 'endure') await endure();
else await write();
