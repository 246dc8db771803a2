import { sql } from 'kysely';
import { Conflict } from './error.ts';
import { allOf } from './fixed-query.ts';
import { isPostgresUrl } from './open-postgres.ts';
import type { Db, Schema } from './schema.ts';
import { openSqliteBackend } from './sqlite/open.ts';
import { type Backend, createStore, type Store } from './store.ts';
import { comparable, indexRows, insertRows, KEYS, readSlices, type Slices, type TableRow } from './table-rows.ts';
import { ownersIn } from './verify.ts';

/** How far a move has come, told after every slice. */
export interface MoveProgress {
  readonly table: string;
  readonly rows: number;
}

/** What a move came to. */
export interface Moved {
  readonly sessions: number;
  readonly entries: number;
  /** Rows of all tables. */
  readonly rows: number;
}

/**
 * Copies everything of one store into another, row by row, numbers included. Nobody may write to either meanwhile. What was copied
 * by a move that was cut off is not copied again. At the end every row of both is compared and all hash chains are recomputed; a
 * difference is a `Conflict`. The source is left as it is.
 */
export async function moveStore(from: string, to: string, options: MoveOptions): Promise<Moved> {
  const source = await openBackend(from);
  try {
    const target = await openBackend(to);
    try {
      const free = [await options.claim(createStore(source), from), await options.claim(createStore(target), to)];
      return await moveBetween(source, target, options.onProgress ?? (() => {})).finally(async () => {
        for (const release of free) await release();
      });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** How a move is made. */
export interface MoveOptions {
  /** Makes sure that nobody else writes to the store at an address; answers how to end that. */
  claim(store: Store, address: string): Promise<() => Promise<void>>;
  onProgress?(progress: MoveProgress): void;
}

async function openBackend(address: string): Promise<Backend> {
  if (!isPostgresUrl(address)) return openSqliteBackend(address);
  const { openPostgresBackend } = await import('./postgres/open.ts');
  const backend = await openPostgresBackend(address);
  return { ...backend, ...backend.system };
}

async function moveBetween(from: Backend, to: Backend, onProgress: (progress: MoveProgress) => void): Promise<Moved> {
  const tables = (Object.keys(KEYS) as (keyof Schema)[]).filter((table) => table !== 'leases');
  await refuseStrangers(from, to);
  for (const table of tables) await copyTable(from, to, table, onProgress);
  await copyTokens(from, to);
  await to.write([], (db) => to.renumber(db));
  let rows = 0;
  for (const table of tables) rows += await compareTable(from.read, to.read, table);
  return { ...(await verifyAll(to)), rows };
}

/** A target may hold what an earlier try copied, and nothing else. */
async function refuseStrangers(from: Backend, to: Backend): Promise<void> {
  const theirs = await to.read.selectFrom('sessions').select('id').orderBy('id').execute();
  const ours = new Set((await from.read.selectFrom('sessions').select('id').execute()).map(({ id }) => id));
  const stranger = theirs.find(({ id }) => !ours.has(id));
  if (stranger === undefined) return;
  const facts = { session: stranger.id, sessions: theirs.length };
  throw new Conflict('There are other conversations in the target already. Nothing was copied.', facts, 'Choose an empty one.');
}

async function copyTable(
  from: Backend,
  to: Backend,
  table: keyof Schema,
  onProgress: (progress: MoveProgress) => void,
): Promise<void> {
  let rows = 0;
  for await (const slice of readSlices(from.read, { table, keys: KEYS[table], after: await lastKey(to.read, table) })) {
    await to.write([], (db) => allOf([insertRows(db, table, slice), indexRows(to, db, table, slice)]));
    rows += slice.length;
    onProgress({ table, rows });
  }
}

/** Leases of the source's processes, as ended: fencing tokens go on growing, and what stands under one can be recovered. */
async function copyTokens(from: Backend, to: Backend): Promise<void> {
  const leases = await from.read.selectFrom('leases').selectAll().where('name', 'like', 'process:%').execute();
  await to.write(['leases'], async (db) => {
    for (const lease of leases)
      await db
        .insertInto('leases')
        .values({ ...lease, released: 1 })
        .onConflict((on) => on.column('name').doNothing())
        .execute();
  });
}

/** The key of the last row that is there. Text has one order in both engines: that of its bytes. */
async function lastKey(db: Db, table: keyof Schema): Promise<readonly unknown[] | null> {
  const keys = KEYS[table];
  const columns = sql.join(keys.map((key) => sql.ref(key)));
  const backwards = sql.join(keys.map((key) => sql`${sql.ref(key)} desc`));
  const { rows } = await sql<TableRow>`select ${columns} from ${sql.table(table)} order by ${backwards} limit 1`.execute(db);
  const [row] = rows;
  return row === undefined ? null : keys.map((key) => row[key]);
}

/** Compares all rows of a table; answers how many there are. Slices are of the same rows in both as long as nothing differs. */
async function compareTable(from: Db, to: Db, table: keyof Schema): Promise<number> {
  const [theirs, ours] = [from, to].map((db) => readSlices(db, { table, keys: KEYS[table] })) as [Slices, Slices];
  for (let rows = 0; ; ) {
    const [a, b] = await Promise.all([theirs.next(), ours.next()]);
    if (a.done && b.done) return rows;
    const [there, here] = [a, b].map(({ done, value }) => (done ? [] : value)) as [readonly TableRow[], readonly TableRow[]];
    const length = Math.max(there.length, here.length);
    for (let at = 0; at < length; at++) if (asText(there[at]) !== asText(here[at])) throw different(table, rows + at + 1);
    rows += length;
  }
}

function different(table: string, row: number): Conflict {
  return new Conflict(
    `Row ${row} of ${table} differs after the move. The source is as it was.`,
    { table, row },
    'Empty the target and move again.',
  );
}

/** A row as both engines give it. */
function asText(row: TableRow | undefined): string {
  const names = Object.keys(row ?? {}).sort();
  return JSON.stringify(names.map((name) => [name, encoded(comparable(name, row?.[name]))]));
}

function encoded(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}

async function verifyAll(backend: Backend): Promise<Pick<Moved, 'sessions' | 'entries'>> {
  let [sessions, entries] = [0, 0];
  for (const owner of await ownersIn(backend.read)) {
    const found = await createStore(backend.for(owner)).verify();
    const [damage] = found.damages;
    if (damage !== undefined)
      throw new Conflict(
        damage.session === null
          ? `Something is damaged: ${damage.what}.`
          : `Session ${damage.session} is damaged: ${damage.what}.`,
        { session: damage.session },
        'Run `tenfold doctor` on the source.',
      );
    sessions += found.sessions;
    entries += found.entries;
  }
  return { sessions, entries };
}
