import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { readJson, readMessage, readNumbers, readObject, readTexts, readUsage, withFallback } from './column-json.ts';
import { readDetected } from './model-configs.ts';
import { SHARED } from './profiles.ts';
import type { Db, Schema } from './schema.ts';
import type { Scope } from './scope.ts';
import type { SessionId } from './session.ts';
import type { TableRow } from './table-rows.ts';

/** A row that cannot be read. */
export interface UnreadableRow {
  readonly session: SessionId | null;
  readonly what: string;
}

/** Rows that hold JSON: their columns, what names one, and what is said of one that cannot be read. */
interface JsonRows {
  readonly table: keyof Schema;
  readonly columns: Readonly<Record<string, (text: string) => unknown>>;
  readonly names: readonly string[];
  /** The column that names it alone among its owner's, where nobody can use or mend a row that cannot be read. */
  readonly spareBy?: 'id' | 'hash';
  /** `names` in their order. */
  describe(...names: string[]): string;
  /** The session one is about, where it is not that of the row. */
  sessionNamed?(...names: string[]): SessionId | null;
}

/** Rows read at once. */
const SLICE = 200;

const AGAIN = 'Save it again, or remove it';
const REPAIR = '`tenfold doctor --repair` takes it out';
const OF_SESSION = 'session:';

/** What somebody has beside conversations. */
const OWNED: readonly JsonRows[] = [
  {
    table: 'profiles',
    columns: { config: readObject },
    names: ['name'],
    describe: (name) => `the profile “${name}” cannot be read. ${AGAIN}`,
  },
  {
    table: 'presets',
    columns: { config: readObject },
    names: ['name'],
    describe: (name) => `the preset “${name}” cannot be read. ${REPAIR}`,
    spareBy: 'id',
  },
  {
    table: 'settings',
    columns: { value: readJson },
    names: ['scope', 'key'],
    describe: (scope, key) => `the setting ${key} (${scope}) cannot be read and counts as not set. Set it again`,
    sessionNamed: (scope) => (scope.startsWith(OF_SESSION) ? scope.slice(OF_SESSION.length) : null),
  },
  {
    table: 'model_configs',
    columns: { bills: readNumbers, detected: readDetected },
    names: ['id'],
    describe: (id) => `what was learnt of the model ${id} cannot be read; it is learnt again`,
  },
  {
    table: 'answers',
    columns: { usage: readUsage },
    names: ['hash'],
    describe: (hash) => `the bill of a kept answer cannot be read (${hash}). ${REPAIR}`,
    spareBy: 'hash',
  },
  {
    table: 'jobs',
    columns: { input: readObject, progress: readJson, result: readJson, error: readJson },
    names: ['kind', 'id', 'session'],
    describe: (kind, id) => `a ${kind} job cannot be read (${id}). ${REPAIR}`,
    spareBy: 'id',
    sessionNamed: (_kind, _id, session) => session || null,
  },
];

/** What belongs to a session beside its record. */
const OF_SESSIONS: readonly JsonRows[] = [
  {
    table: 'session_snapshots',
    columns: { content_json: readObject },
    names: ['kind', 'id'],
    describe: (kind, id) => `a ${kind} of it cannot be read (${id})`,
  },
  {
    table: 'condensation_runs',
    columns: { report: readObject },
    names: ['id'],
    describe: (id) => `the report of condensation ${id} cannot be read`,
  },
  {
    table: 'pending_answers',
    columns: { message: readMessage, facts: readObject },
    names: ['id'],
    describe: (id) => `a message that had not come to its end cannot be read (${id})`,
  },
  {
    table: 'revisions',
    columns: { content: readJson },
    names: ['id'],
    describe: (id) => `what somebody wrote too late cannot be read (${id})`,
  },
  {
    table: 'append_keys',
    columns: { entries: readTexts },
    names: ['key'],
    describe: (key) => `what was stored under the key ${key} cannot be told`,
  },
  {
    table: 'events',
    columns: { data: readObject },
    names: ['sequence'],
    describe: (sequence) => `event ${sequence} cannot be read`,
  },
];

/** Rows of an owner, and of everybody, that cannot be read. */
export async function unreadableOwned(db: Db, owner: string): Promise<UnreadableRow[]> {
  const found: UnreadableRow[] = [];
  for (const is of new Set([owner, SHARED]))
    for (const rows of OWNED) for (const row of await unreadable(db, rows, { column: 'owner', is })) found.push(row);
  return found;
}

/** Rows of a session, beside its record, that cannot be read. */
export async function unreadableIn(db: Db, session: SessionId): Promise<UnreadableRow[]> {
  const found: UnreadableRow[] = [];
  for (const rows of OF_SESSIONS)
    for (const row of await unreadable(db, rows, { column: 'session', is: session })) found.push(row);
  return found;
}

/**
 * Takes rows out that cannot be read and that nobody can use or mend: background work that is not under way, kept answers, and presets,
 * which no list shows then. They are given to `keep` first, as they are. Answers how many went.
 */
export async function dropUnreadable(
  { read, write }: Pick<Scope['system'], 'read' | 'write'>,
  owner: string,
  keep: (rows: readonly TableRow[]) => Promise<void>,
): Promise<number> {
  let gone = 0;
  for (const { table, columns, spareBy } of OWNED) {
    if (spareBy === undefined) continue;
    const { rows } = await sql<TableRow>`select * from ${sql.table(table)} where owner = ${owner}`.execute(read);
    const readers = Object.entries(columns);
    const spare = rows.filter(
      (row) => row.state !== 'running' && !readers.every(([column, check]) => isReadable(row[column] as string | null, check)),
    );
    if (spare.length === 0) continue;
    await keep(spare.map((row) => ({ table, ...row })));
    await write([], async (db) => {
      for (const row of spare)
        await sql`delete from ${sql.table(table)} where owner = ${owner} and ${sql.ref(spareBy)} = ${row[spareBy]}`.execute(db);
    });
    gone += spare.length;
  }
  return gone;
}

async function unreadable(
  db: Db,
  { table, columns, names, describe, sessionNamed = () => null }: JsonRows,
  whose: { readonly column: 'owner' | 'session'; readonly is: string },
): Promise<UnreadableRow[]> {
  const found: UnreadableRow[] = [];
  const readers = Object.entries(columns);
  const asked = [...names, ...readers.map(([column]) => column)].map((name) => sql.ref(name));
  const order = sql.join(names.map((name) => sql.ref(name)));
  for (let offset = 0; ; offset += SLICE) {
    const { rows } = await sql<Readonly<Record<string, string | number | null>>>`
      select ${sql.join(asked)} from ${sql.table(table)} where ${sql.ref(whose.column)} = ${whose.is}
      order by ${order} limit ${SLICE} offset ${offset}`.execute(db);
    for (const row of rows) {
      if (readers.every(([column, read]) => isReadable(row[column] ?? null, read))) continue;
      const called = names.map((name) => String(row[name] ?? ''));
      found.push({ session: whose.column === 'session' ? whose.is : sessionNamed(...called), what: describe(...called) });
    }
    if (rows.length < SLICE) return found;
    await nextTurn();
  }
}

/** Where there may be nothing there is nothing to read; other columns are never null. */
function isReadable(value: string | number | null, read: (text: string) => unknown): boolean {
  return value === null || withFallback((text: string) => [read(text)], null)(String(value)) !== null;
}
