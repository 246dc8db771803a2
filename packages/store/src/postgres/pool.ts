import type pg from 'pg';
import { Invalid } from '../error.ts';
import { SILENT_MS, WatchedPool } from './watched-pool.ts';
import { types } from './whole-numbers.ts';

/** A connection that lies idle says so often that it lives; one that is dead is noticed within twice that. */
const ALIVE_MS = 10_000;

/** Connections to a database, opened as they are asked for. */
export function createPool(connectionString: string, max: number, silentMs: number = SILENT_MS): pg.Pool {
  // Asked first: the driver's own complaint may repeat the URL, and a password with it.
  if (!URL.canParse(connectionString))
    throw new Invalid(
      'The database URL cannot be read. Nothing was opened.',
      {},
      'Write it as postgres://user:password@host:5432/database.',
    );
  const config = {
    connectionString,
    max,
    types,
    // In the pool's queue too: as long as it takes until a silent database is told of.
    connectionTimeoutMillis: 3 * silentMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: ALIVE_MS,
    application_name: 'tenfold',
  };
  const pool = new WatchedPool(config, silentMs);
  // A connection that is ended by the server is replaced; whoever uses it is told by their own statement.
  // It may also come while one is being closed: a pool ends without waiting for that.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
