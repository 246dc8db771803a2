import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { readMessage, readObject, readTexts, withFallback } from '../column-json.ts';
import { NOTHING_FOLDED } from '../head-coverage.ts';
import { headColumns } from '../head-rows.ts';
import type { Db } from '../schema.ts';
import { indexRows, readSlices, type TableRow } from '../table-rows.ts';
import { previewOf, sessionWords } from '../touch-session.ts';
import { entryDigest } from '../write-entries.ts';
import { Connection } from './connection.ts';
import type { Fts5 } from './fts5.ts';
import { type LeafRow, Pages } from './leaf-rows.ts';
import { sumOf } from './migrate.ts';

/** What stands before the title of a session that has lost something. */
const DAMAGED = 'Damaged: ';

/** As SQLite tells of it. */
interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
  readonly pk: number;
}

interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
}

/**
 * Makes a file anew of every row that can still be read of a damaged one, whatever else of it is damaged: interior pages, indexes, the free
 * list, the list of tables, or the end of the file. For copies that nobody has open. `make` makes an empty store at a path.
 */
export async function salvageRows(path: string, make: (path: string) => Promise<void>): Promise<void> {
  checkpointLog(path);
  const fresh = `${path}-salvaged`;
  rmSync(fresh, { force: true });
  const file = openSync(path, 'r');
  try {
    const pages = new Pages(file, path);
    const made = tableStatements(pages);
    if (made === null) await make(fresh);
    const into = new Database(fresh);
    try {
      into.pragma('foreign_keys = off');
      for (const text of made ?? []) into.exec(text);
      into.transaction(() => copyRows(pages, into))();
      into.pragma('wal_checkpoint(truncate)');
    } finally {
      into.close();
    }
  } finally {
    closeSync(file);
  }
  for (const end of ['-wal', '-shm']) for (const left of [path, fresh]) rmSync(left + end, { force: true });
  renameSync(fresh, path);
}

/** What is in the log alone goes into the file; of a file whose first page is damaged nobody can say where it belongs. */
function checkpointLog(path: string): void {
  try {
    const connection = new Connection(path, { busyMs: 0, readOnly: false });
    connection.pragma('wal_checkpoint(truncate)');
    connection.close();
  } catch {}
}

/** The statements its tables were made by, so that a store of an earlier version is brought to this one; null where they are not all there as they were. */
function tableStatements(pages: Pages): readonly string[] | null {
  const { leaves, isWhole } = pages.leavesOf(1);
  const taken = rootsIn(pages).get('migrations');
  if (
    !isWhole ||
    !leaves.every((leaf) => pages.isWhole(leaf)) ||
    taken === undefined ||
    pages.leavesOf(taken).leaves.flatMap((leaf) => pages.rowsOf(leaf)).length === 0
  )
    return null;
  const made = leaves
    .flatMap((leaf) => pages.rowsOf(leaf))
    .flatMap(({ values: [type, name, , , text] }) => (typeof text === 'string' ? [{ type, name: String(name), text }] : []));
  const isAsMade = pages.userVersion === 0 || pages.userVersion === sumOf(made.filter(({ type }) => type === 'table'));
  if (!isAsMade) return null;
  return made
    .filter(({ name }) => !/^sqlite|_words_/.test(name))
    .toSorted((a, b) => Number(a.type === 'index') - Number(b.type === 'index'))
    .map(({ text }) => text);
}

function copyRows(pages: Pages, into: Database.Database): void {
  const tables = tablesIn(into);
  const roots = rootsIn(pages);
  const known = new Set<number>();
  const torn: Table[] = [];
  for (const table of tables) {
    const root = roots.get(table.name);
    const { leaves, isWhole } = root === undefined ? { leaves: [], isWhole: false } : pages.leavesOf(root);
    if (!isWhole) torn.push(table);
    for (const leaf of leaves) {
      known.add(leaf);
      for (const row of pages.rowsOf(leaf)) insert(into, table, row);
    }
  }
  if (torn.length === 0) return;
  // Leaves that nothing leads to any more belong to a table that has lost its way there.
  const free = pages.free();
  for (let page = 2; page <= pages.count; page++) {
    const rows = known.has(page) || free.has(page) ? [] : pages.rowsOf(page);
    const table =
      torn.find((one) => rows.every((row) => fits(one, row, 0))) ?? torn.find((one) => rows.every((row) => fits(one, row)));
    if (table !== undefined) for (const row of rows) insert(into, table, row);
  }
  // Which pages are free nobody knows then: what is of no session any more was deleted.
  if (pages.hasHeader) return;
  for (const { name, columns } of tables)
    if (name !== 'heads' && columns.some((column) => column.name === 'session'))
      into.exec(`delete from "${name}" where session not in (select id from sessions union select session from heads)`);
}

/** Tables that rows are kept in; those of the search are made anew. */
function tablesIn(database: Database.Database): readonly Table[] {
  const names = database
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like '%\\_words%' escape '\\' and name not like 'sqlite%'",
    )
    .pluck()
    .all() as string[];
  return names.map((name) => ({ name, columns: database.pragma(`table_info(${name})`) as Table['columns'] }));
}

function rootsIn(pages: Pages): ReadonlyMap<string, number> {
  const rows = pages.leavesOf(1).leaves.flatMap((leaf) => pages.rowsOf(leaf));
  return new Map(rows.flatMap(({ values: [type, name, , root] }) => (type === 'table' ? [[String(name), Number(root)]] : [])));
}

/** Whether a row may be one of a table. One from before the table got its last columns has fewer. */
function fits({ columns }: Table, { values }: LeafRow, most = columns.length): boolean {
  const later = columns.slice(values.length);
  if (values.length > columns.length || later.length > most) return false;
  if (later.some(({ notnull, dflt_value }) => notnull === 1 && dflt_value === null)) return false;
  return columns.slice(0, values.length).every(({ type, notnull, pk }, at) => {
    const value = values[at] ?? null;
    if (value === null) return notnull === 0 || (pk > 0 && /int/i.test(type));
    return typeof value === 'string'
      ? /text/i.test(type)
      : typeof value === 'number'
        ? /int|real/i.test(type)
        : /blob/i.test(type);
  });
}

function insert(into: Database.Database, table: Table, row: LeafRow): void {
  const kept = table.columns.slice(0, row.values.length);
  const values = kept.map(({ pk, type }, at) =>
    row.values[at] === null && pk > 0 && /int/i.test(type) ? row.rowid : row.values[at],
  );
  if (table.name === 'entries' && !isAsWritten(Object.fromEntries(kept.map(({ name }, at) => [name, values[at]])))) return;
  const names = kept.map(({ name }) => `"${name}"`).join(', ');
  const text = `insert or ignore into "${table.name}" (${names}) values (${kept.map(() => '?').join(', ')})`;
  try {
    into.prepare(text).run(values);
  } catch (error) {
    // What a row may be is checked by the table too.
    if (!String((error as { code?: unknown }).code).startsWith('SQLITE_CONSTRAINT') && !(error instanceof TypeError)) throw error;
  }
}

/** Of a long message pages may be lost that the row leads to. */
function isAsWritten({ id, message, digest }: Readonly<Record<string, unknown>>): boolean {
  return digest === entryDigest(String(id), String(message));
}

/** Has what is left of conversations stand on its own: what leads to their messages is made of the messages, and they are found again. */
export async function mendSalvaged(connection: Connection, db: Db, fts: Fts5): Promise<void> {
  const run = (text: string, ...given: unknown[]) => connection.prepare(text).run(given);
  connection.pragma('foreign_keys = off');
  run('begin immediate');
  const homeless = `select session, min(created_at) as at, max(sequence) as last, message from entries
    where session not in (select id from sessions) group by session having sequence = min(sequence)`;
  for (const { session, at, message, last } of connection.prepare(homeless).all([]) as TableRow[]) {
    const title = `${DAMAGED}${previewOf(readMessage(String(message))) || session}`;
    run(
      `insert into sessions (id, owner, kind, title, searched, last_sequence, touched, version, created_at, updated_at)
        values (?, 'local', 'chat', ?, ?, ?, 0, 1, ?, ?)`,
      ...[session, title, sessionWords(title, null), last, at, at],
    );
  }
  run(`insert or ignore into segments (session, segment, parent_segment, first_position)
    select session, segment, (select before.segment from entries before where before.session = entries.session and before.id = entries.parent
        and before.segment <> entries.segment), min(position)
      from entries group by session, segment`);
  run(
    `insert into heads (session, branch, version, position, segment, length, folds, protected, settings, plan, updated_at)
      select session, sessions.branch, 1, entries.id, segment, position + 1, '[]', '[]', '{}', ?, entries.created_at
        from entries join sessions on sessions.id = session where sequence = (select max(sequence) from entries e where e.session = sessions.id)
          and not exists (select 1 from heads where heads.session = sessions.id and heads.branch = sessions.branch)`,
    JSON.stringify(NOTHING_FOLDED),
  );
  run(`update sessions set title = '${DAMAGED}' || title where title not like '${DAMAGED}%'
    and last_sequence <> (select count(*) from entries where session = sessions.id)`);
  run('commit');
  connection.pragma('foreign_keys = on');
  await mendHeads(db);
  await indexAll(db, fts);
}

/** Folds that are lost no longer stand for anything: what they stood for is shown. */
async function mendHeads(db: Db): Promise<void> {
  for (const { session, branch, ...row } of await db.selectFrom('heads').selectAll().execute()) {
    const named = withFallback(readTexts, [])(row.folds);
    const rows = await db.selectFrom('folds').select('id').where('session', '=', session).execute();
    const there = new Set(rows.map(({ id }) => id));
    const folds = named.filter((id) => there.has(id));
    if (folds.length === named.length) continue;
    const head = {
      position: row.position,
      folds,
      protected: withFallback(readTexts, [])(row.protected),
      settings: withFallback(readObject, {})(row.settings),
    };
    const columns = await headColumns(db, session, head).catch(() => null);
    if (columns !== null)
      await db.updateTable('heads').set(columns).where('session', '=', session).where('branch', '=', branch).execute();
  }
}

async function indexAll(db: Db, fts: Fts5): Promise<void> {
  for (const table of ['entries', 'session_snapshots'] as const)
    for await (const rows of readSlices(db, { table, keys: ['number'] })) {
      const isReadable = withFallback((row: TableRow) => {
        if (table === 'session_snapshots') readObject(String(row.content_json));
        return true;
      }, false);
      await indexRows({ fts }, db, table, rows.filter(isReadable));
      await fts.write();
    }
}
