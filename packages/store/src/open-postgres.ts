import type { PostgresOptions } from './postgres/options.ts';
import { createStore, type Store } from './store.ts';

/** True for the address of a PostgreSQL database, as against a file. */
export function isPostgresUrl(address: string): boolean {
  return /^postgres(ql)?:\/\//.test(address);
}

/**
 * Opens a store in a PostgreSQL database, made if it is not there, and brings it to the newest version. Any number of processes may
 * open the same one, directly or through a pooler. The driver is loaded here, so that who stays with SQLite never loads it.
 * @example
 * const store = await openPostgres('postgres://user:password@host:5432/database');
 */
export async function openPostgres(url: string, options?: PostgresOptions): Promise<Store> {
  const { openPostgresBackend } = await import('./postgres/open.ts');
  return createStore(await openPostgresBackend(url, options));
}
