import { sql } from 'kysely';
import { Invalid } from './error.ts';
import type { Db, Schema } from './schema.ts';

/** Rows of one kind that somebody may have, such as presets: their lists are read whole. */
export const MAX_OF_A_KIND = 2_000;

/** What is counted, and what it is called. */
interface Counted {
  readonly table: keyof Schema;
  readonly of: Readonly<Record<string, string>>;
  readonly max: number;
  readonly called: string;
}

/** Refuses another row where there are as many as there may be. Several that come at once may all be taken. */
export async function refuseMore(db: Db, { table, of, max, called }: Counted): Promise<void> {
  const [first, ...more] = Object.entries(of).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const where = more.reduce((all, one) => sql`${all} and ${one}`, first ?? sql`true`);
  // No further than that: of a list that is far too long it need not be known how long.
  const { rows } = await sql`select 1 from ${sql.table(table)} where ${where} limit 1 offset ${max - 1}`.execute(db);
  if (rows.length === 0) return;
  const todo = 'Remove some that are no longer needed and try again.';
  throw new Invalid(`There are ${max} ${called} already, which is the most there may be. Nothing was changed.`, { max }, todo);
}
