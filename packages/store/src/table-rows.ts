import { type RawBuilder, sql } from 'kysely';
import { readMessage, readObject, withFallback } from './column-json.ts';
import { entryWords, memoryWords } from './fts.ts';
import type { Db, Schema } from './schema.ts';
import type { Scope } from './scope.ts';
import { storableText } from './storable.ts';

/** A row as it is copied from one store to another. */
export type TableRow = Readonly<Record<string, unknown>>;
export type Slices = AsyncGenerator<readonly TableRow[]>;

/** Which rows of a table are read, and in which order. */
export interface RowQuery {
  readonly table: keyof Schema;
  readonly keys: readonly string[];
  /** Key of the last row that is not wanted. */
  readonly after?: readonly unknown[] | null;
  /** Columns that say whose rows are wanted. */
  readonly of?: Readonly<Record<string, string>>;
}

/** Every table with the key its rows are read in the order of; what others refer to comes first. */
export const KEYS: Readonly<Record<keyof Schema, readonly string[]>> = {
  projects: ['id'],
  sessions: ['id'],
  segments: ['session', 'segment'],
  entries: ['number'],
  calls: ['session', 'call_id', 'segment', 'position'],
  append_keys: ['session', 'key'],
  folds: ['number'],
  heads: ['session', 'branch'],
  session_snapshots: ['number'],
  checkpoints: ['number'],
  condensation_runs: ['number'],
  revisions: ['number'],
  model_configs: ['owner', 'id'],
  profiles: ['owner', 'id'],
  presets: ['owner', 'id'],
  settings: ['owner', 'scope', 'key'],
  answers: ['owner', 'hash'],
  spent_tokens: ['owner', 'hour'],
  jobs: ['number'],
  pending_answers: ['id'],
  events: ['session', 'sequence'],
  leases: ['name'],
  people: ['id'],
  tokens: ['id'],
};

/** The only numbers that need not be whole. */
const DECIMAL = new Set(['cost', 'threshold']);

/** Characters of a slice that are aimed at, and rows at most. */
const SLICE_CHARS = 1_000_000;
const MAX_ROWS = 500;

/** Rows of a table in slices that grow while rows are short; the next one is read while somebody works on the last. */
export async function* readSlices(db: Db, query: RowQuery): Slices {
  const given = readOneByOne(db, query);
  let next = given.next();
  for (;;) {
    const { done, value } = await next;
    if (done) return;
    next = given.next();
    // Whoever stops before it is asked for is not told of what it came to.
    next.catch(() => undefined);
    yield value;
  }
}

async function* readOneByOne(db: Db, { table, keys, after = null, of = {} }: RowQuery): Slices {
  const columns = sql.join(keys.map((key) => sql.ref(key)));
  const wanted = Object.entries(of).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  let [last, size] = [after, 50];
  for (;;) {
    const conditions = last === null ? wanted : [...wanted, sql`(${columns}) > (${sql.join([...last])})`];
    const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
    const { rows } = await sql<TableRow>`select * from ${sql.table(table)} ${where} order by ${columns} limit ${size}`.execute(
      db,
    );
    if (rows.length === 0) return;
    yield rows;
    last = keys.map((key) => rows.at(-1)?.[key]);
    const chars = rows.reduce((sum, row) => sum + Object.values(row).reduce<number>((all, value) => all + lengthOf(value), 0), 0);
    size = Math.min(MAX_ROWS, Math.max(1, chars < SLICE_CHARS ? size * 2 : Math.floor(size / 2)));
  }
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : 8;
}

/** Writes rows as they are. */
export async function insertRows(
  db: Db,
  table: keyof Schema,
  rows: readonly TableRow[],
  returning: RawBuilder<unknown> = sql``,
): Promise<readonly TableRow[]> {
  const names = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => sql`(${sql.join(names.map((name) => comparable(name, row[name])))})`);
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const insert = sql<TableRow>`insert into ${sql.table(table)} (${columns}) values ${sql.join(values)} ${returning}`;
  return (await insert.execute(db)).rows;
}

/** Has what is searched found in rows that were written with their numbers. */
export async function indexRows(
  { fts }: Pick<Scope, 'fts'>,
  db: Db,
  table: keyof Schema,
  rows: readonly TableRow[],
): Promise<void> {
  const numbered = (words: (row: TableRow) => string, of = rows) =>
    of.map((row) => ({ number: Number(row.number), text: words(row) }));
  if (table === 'entries')
    await fts.add(
      db,
      'entries',
      numbered(({ message }) => wordsOf(String(message))),
    );
  if (table !== 'session_snapshots') return;
  const memories = rows.filter(({ kind }) => kind === 'memory');
  await fts.add(
    db,
    'memories',
    numbered(({ content_json }) => memoryOf(String(content_json)), memories),
  );
}

/** Nothing is found in what cannot be read. */
const wordsOf = withFallback((message: string) => entryWords(readMessage(message)), '');
const memoryOf = withFallback((content: string) => memoryWords(readObject(content)), '');

/** A value as both engines can hold it; SQLite once took a fraction for a count. */
export function comparable(name: string, value: unknown): unknown {
  if (typeof value === 'number' && !DECIMAL.has(name)) return Math.round(value);
  return typeof value === 'string' ? storableText(value) : value;
}
