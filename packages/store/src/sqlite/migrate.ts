import { crc32 } from 'node:zlib';
import type { Message } from '@tenfold/core';
import { sql } from 'kysely';
import { readMessage, readObject } from '../column-json.ts';
import { StoreCorrupt } from '../error.ts';
import { entryWords, memoryWords, spaced } from '../fts.ts';
import { record } from '../migrations/0001-record.ts';
import { search } from '../migrations/0002-search.ts';
import { sessionList } from '../migrations/0003-session-list.ts';
import { currentBranch } from '../migrations/0004-current-branch.ts';
import { bills } from '../migrations/0005-bills.ts';
import { detectedLimits } from '../migrations/0006-detected-limits.ts';
import { plainNames } from '../migrations/0007-plain-names.ts';
import { COMMON_MIGRATIONS, type Migration, NEWEST_VERSION, refuseLaterVersion } from '../migrations/migration.ts';
import type { Db } from '../schema.ts';
import { KEYS } from '../table-rows.ts';
import { previewOf, sessionWords } from '../touch-session.ts';

/** All steps, oldest first. A published one is never edited. */
export const migrations: readonly Migration[] = [
  { version: 1, name: 'record', up: record },
  {
    version: 2,
    name: 'search',
    up: (db) =>
      search(db, {
        entryWords: (message) => spaced(entryWords(readMessage(message))),
        memoryWords: (content) => spaced(memoryWords(readObject(content))),
      }),
  },
  {
    version: 3,
    name: 'session-list',
    up: (db) => sessionList(db, { preview: (message) => previewOf(readableMessage(message)), searched: sessionWords }),
  },
  { version: 4, name: 'current-branch', up: currentBranch },
  { version: 5, name: 'bills', up: bills },
  { version: 6, name: 'detected-limits', up: detectedLimits },
  { version: 7, name: 'plain-names', up: plainNames },
  ...COMMON_MIGRATIONS,
];

/** A message that is no JSON any more stops no start: `verify` tells of it. */
function readableMessage(text: string): Message {
  try {
    return readMessage(text);
  } catch {
    return { role: 'user', parts: [] };
  }
}

/**
 * Brings a file to the newest version, step by step. Each step is one transaction with the note that it was taken,
 * so a process that dies in the middle leaves the step untaken and the next start takes it.
 */
export async function migrate(db: Db, to = NEWEST_VERSION): Promise<void> {
  await sql`create table if not exists migrations (version integer primary key, name text not null)`.execute(db);
  for (;;) {
    // A turn of its own: a transaction yields only to microtasks, so two stores of one process never wait for each other.
    await new Promise((next) => setImmediate(next));
    await sql`begin immediate`.execute(db);
    try {
      const version = await versionOf(db);
      refuseLaterVersion(version);
      const step = migrations.find((migration) => migration.version === version + 1 && migration.version <= to);
      if (step !== undefined) {
        await step.up(db);
        await sql`insert into migrations (version, name) values (${step.version}, ${step.name})`.execute(db);
      }
      await keepSum(db);
      await sql`commit`.execute(db);
      if (step === undefined) return;
    } catch (error) {
      await sql`rollback`.execute(db).catch(() => undefined);
      throw error;
    }
  }
}

async function versionOf(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number | null }>`select max(version) as version from migrations`.execute(db);
  return rows[0]?.version ?? 0;
}

/** A table and the statement it was made by. */
export interface MadeTable {
  readonly name: string;
  readonly text: string;
}

/**
 * A sum over what the tables of a store were made by, never 0. Tables of others, such as of a program that copies the file elsewhere, are
 * not in it; a table of ours that is given up some day has to stay.
 */
export function sumOf(tables: readonly MadeTable[]): number {
  const own = tables.filter(({ name }) => name in KEYS || name.endsWith('_words'));
  const texts = own.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ text }) => text);
  return crc32(texts.join('\n')) >>> 1 || 1;
}

/** The sum is kept with every step, where SQLite has room for a number of its user: 0 in a file that has none yet. */
async function keepSum(db: Db): Promise<void> {
  const { sum, kept } = await sums(db);
  if (sum !== kept) await sql.raw(`pragma user_version = ${sum}`).execute(db);
}

/** Refuses a file in which a letter of that has changed, so that nobody misses a column later. */
export async function refuseChangedTables(db: Db, file: string): Promise<void> {
  const { sum, kept } = await sums(db);
  if (kept === 0 || sum === kept) return;
  // A newer program has tables that this one leaves out of its sum.
  refuseLaterVersion(await versionOf(db).catch(() => 0));
  const found = 'what its tables were made by has changed';
  throw new StoreCorrupt(`The store ${file} is damaged: ${found}.`, { file, found });
}

/** Both in one look, since another process may take a step meanwhile. */
async function sums(db: Db): Promise<{ readonly sum: number; readonly kept: number }> {
  const { rows } = await sql<MadeTable & { kept: number }>`
    select name, sql as text, user_version as kept from pragma_user_version left join sqlite_schema on type = 'table'`.execute(
    db,
  );
  return { sum: sumOf(rows.filter(({ name }) => name !== null)), kept: rows[0]?.kept ?? 0 };
}
