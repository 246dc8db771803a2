import { sql } from 'kysely';
import { Connection } from './connection.ts';
import { createKysely } from './open.ts';

/** What a file's durability rests on, read back from a connection like those that work on it. */
export interface SqliteFacts {
  /** Version of the library. */
  readonly version: string;
  readonly journal: string;
  readonly synchronous: 'full' | 'less than full';
}

/** The facts of a file that is there. */
export async function sqliteFacts(path: string): Promise<SqliteFacts> {
  const connection = new Connection(path, { busyMs: 5_000, readOnly: true });
  try {
    const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(createKysely(connection));
    return {
      version: rows[0]?.version ?? 'unknown',
      journal: String(connection.pragma('journal_mode')),
      synchronous: connection.pragma('synchronous') === 2 ? 'full' : 'less than full',
    };
  } finally {
    connection.close();
  }
}
