import pg from 'pg';

/** A copy of a database that nobody else has open. */
export interface DatabaseCopy {
  readonly url: string;
  drop(): Promise<void>;
}

let copies = 0;

/** Copies a database that nobody has open. */
export async function copyDatabase(url: string): Promise<DatabaseCopy> {
  const name = `copy_${process.pid}_${++copies}`;
  const postgres = url.replace(/[^/]+$/, 'postgres');
  await onDatabase(postgres, (query) =>
    query(`create database ${name} template ${url.split('/').at(-1)} strategy file_copy`, []),
  );
  return {
    url: url.replace(/[^/]+$/, name),
    drop: () => onDatabase(postgres, async (query) => void (await query(`drop database ${name}`, []))),
  };
}

/** Runs a statement and gives its rows. */
export type Query = (text: string, values: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;

/** Does something over a connection of its own, which no reference between tables holds up. */
export async function onDatabase<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query("set session_replication_role = 'replica'");
    return await work(async (text, values) => (await client.query(text, [...values])).rows);
  } finally {
    await client.end();
  }
}
