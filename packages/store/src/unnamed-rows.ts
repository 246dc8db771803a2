import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Schema } from './schema.ts';
import type { Scope } from './scope.ts';

/** A row that is not found by the id it is read with: what is stored of that is no text any more. */
interface UnnamedRow {
  readonly table: keyof Schema;
  readonly id: string;
  readonly what: string;
}

/** What somebody asks for by its id, what it is, and the column that says what people call it. */
const ASKED_FOR = [
  ['profiles', 'profile', 'name'],
  ['presets', 'preset', 'name'],
  ['projects', 'project', 'name'],
  ['jobs', 'job', 'kind'],
] as const;

/** What is read of bytes that are no text. */
const NO_TEXT = '\u{FFFD}';

const ADVICE = 'so it can be neither changed nor removed. `tenfold doctor --repair` gives it a new one';

/** Rows read at once. */
const SLICE = 1_000;

/** Rows of an owner that cannot be asked for. */
export async function unnamedRows(db: Db, owner: string): Promise<readonly UnnamedRow[]> {
  const found: UnnamedRow[] = [];
  for (const [table, what, called] of ASKED_FOR) {
    for (let offset = 0; ; offset += SLICE) {
      const { rows } = await sql<{ id: string; called: string }>`
        select id, ${sql.ref(called)} as called from ${sql.table(table)} where owner = ${owner}
        order by id limit ${SLICE} offset ${offset}`.execute(db);
      for (const row of rows.filter(({ id }) => id.includes(NO_TEXT))) {
        const same = await sql`select 1 from ${sql.table(table)} where owner = ${owner} and id = ${row.id}`.execute(db);
        if (same.rows.length > 0) continue;
        found.push({ table, id: row.id, what: `the id of the ${what} “${row.called}” is damaged, ${ADVICE}` });
      }
      if (rows.length < SLICE) break;
      await nextTurn();
    }
  }
  return found;
}

/** Gives such rows the id they are read with, by which they are found then. Answers how many. */
export async function nameRows({ read, write }: Pick<Scope['system'], 'read' | 'write'>, owner: string): Promise<number> {
  const unnamed = await unnamedRows(read, owner);
  let named = 0;
  for (const { table, id } of unnamed) {
    const pattern = id.replace(/[\\%_]/g, '\\$&').replaceAll(NO_TEXT, '%');
    const match = sql`owner = ${owner} and id like ${pattern} escape '\\'`;
    named += await write([], async (db) => {
      const { rows } = await sql`select 1 from ${sql.table(table)} where ${match}`.execute(db);
      // Another one that is like it keeps its own.
      if (rows.length !== 1) return 0;
      await sql`update ${sql.table(table)} set id = ${id} where ${match}`.execute(db);
      return 1;
    });
  }
  return named;
}
