import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type pg from 'pg';
import { Invalid, StoreUnsupported } from '../error.ts';
import { allOf } from '../fixed-query.ts';
import type { OneEntry } from '../one-entry.ts';
import type { Db } from '../schema.ts';
import type { Scope } from '../scope.ts';
import type { Backend } from '../store.ts';
import { tracing } from '../traced.ts';
import { appended, appendStatement, makeAppendFunction } from './append-function.ts';
import { createKysely } from './driver.ts';
import { asStoreError } from './fault.ts';
import { postgresFts } from './fts.ts';
import { migrate } from './migrate.ts';
import { createNotices } from './notices.ts';
import type { PostgresOptions } from './options.ts';
import { createPool } from './pool.ts';
import { createBossQueue } from './queue.ts';
import { DOOR, EVERYBODY, type Principal, secureRows } from './row-security.ts';
import { SharedReads } from './shared-reads.ts';
import { Transactions } from './transactions.ts';

/** Tables whose rows are numbered as they come. */
const NUMBERED = ['entries', 'folds', 'session_snapshots', 'checkpoints', 'condensation_runs', 'revisions', 'jobs'];
const OLDEST_POSTGRES = 130000;
const TASK_CONNECTIONS = 2;

/** Opens a PostgreSQL schema, made if it is not there, and brings it to the newest version. */
export async function openPostgresBackend(url: string, options: PostgresOptions = {}): Promise<Backend> {
  const { owner = 'local', schema = 'tenfold', connections = 10, busyMs = 5_000, silentMs } = options;
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema))
    throw new Invalid(`A schema is named by small letters, digits and _, not ${schema}. Nothing was opened.`, { schema });
  const pool = createPool(url, connections, silentMs);
  // Tasks are looked for all the time. On connections of their own they leave the store few, which know its tables and statements already.
  const forTasks = createPool(url, TASK_CONNECTIONS, silentMs);
  try {
    await refuseOldPostgres(pool);
    const transactions = new Transactions(pool, schema, busyMs);
    const everybody = { role: null, owner: EVERYBODY };
    const step = async (db: Db) => {
      await migrate(db, schema);
      return { role: await secureRows(db, schema), canAppend: await makeAppendFunction(db, schema) };
    };
    const { role, canAppend } = await transactions.run(['migrations'], step, everybody);
    const notices = createNotices(url, pool, schema);
    const queue = createBossQueue(forTasks, schema);
    return createBackend(pool, transactions, {
      schema,
      owner,
      notices,
      queue,
      role,
      canAppend,
      reads: new SharedReads(pool, busyMs),
    });
  } catch (error) {
    await allOf([pool.end(), forTasks.end()]);
    throw asStoreError(error);
  }
}

async function refuseOldPostgres(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query('show server_version_num');
  const version = Number(rows[0]?.server_version_num ?? 0);
  if (version < OLDEST_POSTGRES)
    throw new StoreUnsupported(
      `PostgreSQL ${Math.floor(version / 10_000)} is too old.`,
      { version },
      'Use PostgreSQL 13 or newer.',
    );
}

interface Opened {
  readonly schema: string;
  readonly owner: string;
  readonly notices: ReturnType<typeof createNotices>;
  readonly queue: ReturnType<typeof createBossQueue>;
  readonly role: string | null;
  /** Whether one statement appends an entry. */
  readonly canAppend: boolean;
  readonly reads: SharedReads;
}

function transaction<T>(work: () => Promise<T>): Promise<T> {
  return tracing.tracePromise(work, { name: 'transaction', attributes: {} });
}

function createBackend(pool: pg.Pool, transactions: Transactions, opened: Opened): Backend {
  const { schema, owner, notices, queue, role, canAppend, reads } = opened;
  const principal = { role, owner };
  const scopeOf = (principal: Principal): Pick<Scope, 'read' | 'write'> => ({
    read: createKysely(
      {
        query: (config, isShort = false) => reads.query(principal, config, isShort),
        isPool: true,
      },
      schema,
      transactions.prepared,
    ),
    write: (locks, job, options) => transaction(() => transactions[options?.small ? 'share' : 'run'](locks, job, principal)),
  });
  const { read, write } = scopeOf(principal);
  const appendOne = async (entry: OneEntry) => {
    const statement = (lock: bigint) => appendStatement(schema, lock, owner, entry);
    return appended(await transaction(() => transactions.call(entry.session, statement, principal)));
  };
  return {
    queue,
    system: scopeOf({ role, owner: EVERYBODY }),
    people: scopeOf({ role, owner: DOOR }),
    for: (other) => createBackend(pool, transactions, { ...opened, owner: other }),
    owner,
    read,
    write,
    appendOne: canAppend ? appendOne : null,
    within: (db, held) => {
      const within: Scope['write'] = async (locks, job) => {
        const missing = transactions.lockStatement(locks.filter((name) => !held.includes(name)));
        if (missing !== '') await sql.raw(missing).execute(db);
        return job(db);
      };
      return { read: db, write: within, appendOne: null };
    },
    fts: postgresFts,
    // Believed: both helpers give an array of rows; their types differ in nothing that is used.
    rowsAsJson: jsonArrayFrom as unknown as Scope['rowsAsJson'],
    presence: null,
    clock: sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
    nextTouch: () => sql<number>`nextval(${sql.lit(`${schema}.session_touches`)})`,
    // Its log is the database's own.
    loss: () => ({ missing: 0, known: null, newest: null }),
    async knowLoss() {},
    space: null,
    shared: true,
    notices,
    async renumber(db) {
      const next = (table: string, column: string, sequence: string) =>
        `setval(${sequence}, (select coalesce(max(${column}), 0) + 1 from ${schema}.${table}), false)`;
      const numbers = NUMBERED.map((table) => next(table, 'number', `pg_get_serial_sequence('${schema}.${table}', 'number')`));
      await sql.raw(`select ${[...numbers, next('sessions', 'touched', `'${schema}.session_touches'`)].join(', ')}`).execute(db);
    },
    async backup() {
      throw new StoreUnsupported(
        'A store on PostgreSQL is backed up by its own tools.',
        { schema },
        `Run pg_dump --schema ${schema}; docs/deploy.md says how to put it back.`,
      );
    },
    async size() {
      const { rows } = await sql<{
        bytes: number;
      }>`select cast(coalesce(sum(pg_total_relation_size(c.oid)), 0) as bigint) as bytes
        from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = ${schema} and c.relkind = 'r'`.execute(
        read,
      );
      return rows[0]?.bytes ?? 0;
    },
    async close() {
      await queue.close();
      await transactions.idle();
      await notices.stop();
      await pool.end();
    },
  };
}
