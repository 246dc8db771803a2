import type { jsonArrayFrom } from 'kysely/helpers/sqlite';
import type { Db } from './schema.ts';
import type { Words } from './words.ts';

/** What every concept works with: a way to read, a way to write, and whose rows they are. */
export interface Scope {
  readonly owner: string;
  /** Sees everything that was acknowledged. */
  readonly read: Db;
  /** Runs a job inside a transaction and resolves once it is on disk. A job that throws leaves nothing behind. */
  write<T>(job: (db: Db) => Promise<T>): Promise<T>;
  readonly words: Words;
  /** Rows of a subquery as one column, in the backend's way. */
  readonly rowsAsJson: typeof jsonArrayFrom;
}
