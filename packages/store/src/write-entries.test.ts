import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textMessage } from '@tenfold/core';
import { expect, it, onTestFinished } from 'vitest';
import { openSqlite } from './sqlite/open.ts';
import { turnsDuring } from './testing/turns-during.ts';

async function emptySession() {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-write-entries-'));
  const store = await openSqlite(join(folder, 'tenfold.db'));
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  return { store, session: (await store.sessions.create({ at: 1 })).id };
}

/** Several times what a slice takes. */
const MOST_MS = 50;

it('[H16] others have their turn while many messages are written and read', async () => {
  const { store, session } = await emptySession();
  const entries = Array.from({ length: 3_000 }, (_, n) => ({
    message: textMessage(n % 2 === 0 ? 'user' : 'assistant', `word ${n}`),
  }));
  // However fast it is, others come in between every few slices of it.
  for (const work of [
    () => store.entries.append({ session, entries, at: 2 }),
    () => store.entries.append({ session, entries, at: 3 }),
    () => store.contexts.load(session),
  ])
    expect((await turnsDuring<unknown>(work)).each).toBeLessThan(MOST_MS);
});

it('[H16] others have their turn between the steps of one long message', async () => {
  const { store, session } = await emptySession();
  const entries = [{ message: textMessage('user', 'a long word '.repeat(50_000)) }];
  expect((await turnsDuring(() => store.entries.append({ session, entries, at: 2 }))).turns).toBeGreaterThan(4);
});
