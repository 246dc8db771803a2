import pg from 'pg';
import { Invalid } from '../error.ts';
import { types } from './whole-numbers.ts';

/** How long to wait for a connection, in the pool's queue too. */
const CONNECT_MS = 15_000;

/** Connections to a database, opened as they are asked for. */
export function poolOf(connectionString: string, max: number): pg.Pool {
  // Asked first: the driver's own complaint may repeat the URL, and a password with it.
  if (!URL.canParse(connectionString))
    throw new Invalid(
      'The database URL cannot be read. Nothing was opened.',
      {},
      'Write it as postgres://user:password@host:5432/database.',
    );
  const pool = new pg.Pool({
    connectionString,
    max,
    types,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: 'tenfold',
  });
  // A connection that is ended by the server is replaced; whoever uses it is told by their own statement.
  // It may also come while one is being closed: a pool ends without waiting for that.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
