import { Conflict, Invalid, StoreBusy, StoreCorrupt, StoreError, StoreFault, StoreFull, StoreUnsupported } from '../error.ts';

/** Errors of the socket, which have no SQLSTATE. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

const SILENT =
  /^Connection terminated|^timeout expired|^timeout exceeded when trying to connect|^Query read timeout|^Client has encountered/;

/** True for what the connection reported, and not the database. */
export function isUnreachable(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return UNREACHABLE.has(code) || SILENT.test(message);
}

/** A transaction that PostgreSQL ended so that another can go on: the same work may succeed the next time. */
export function isWorthRepeating(error: unknown): boolean {
  return error instanceof StoreBusy && ['40001', '40P01'].includes(String(error.facts.sqlstate));
}

/** True for a statement that waited too long for a lock of somebody else's. */
export const isLockTimeout = (error: unknown) => isOfState(error, '55P03');

/** True where the database, or the role, has as many connections as it may have. */
export const hasNoRoom = (error: unknown) => isOfState(error, '53300');

/** True for a write to a database that takes none, as a standby. */
export const isReadOnly = (error: unknown) => isOfState(error, '25006');

function isOfState(error: unknown, state: string): boolean {
  const { code, facts } = error as { code?: string; facts?: { readonly sqlstate?: unknown } };
  return code === state || facts?.sqlstate === state;
}

const TOO_LONG = 'The database allows no statement to take so long.';
const NO_ROOM = 'The database has no connection or no memory left for this.';

/** What PostgreSQL or its connection reported, as the error the store promises. Anything else is passed on as it is. */
export function asStoreError(error: unknown): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error;
  const { code = '' } = error as { code?: string };
  const facts = { sqlstate: code, detail: error.message };
  if (isUnreachable(error)) return new StoreFault(facts, error, 'unreachable');
  if (!/^[0-9A-Z]{5}$/.test(code)) return error;
  switch (code.slice(0, 2)) {
    case '08':
    case '57':
      // 57014 is a statement that took too long; the others end the connection.
      return code === '57014' ? new StoreBusy(facts, error, TOO_LONG) : new StoreFault(facts, error, 'unreachable');
    case '22':
    case '54':
      return new Invalid(`The store cannot hold that: ${error.message}. Nothing was written.`, facts);
    case '23':
      return new Conflict(`The store refused the row: ${error.message}.`, facts);
    case '28':
    case '3D':
    case '3F':
    case '42':
      return new StoreUnsupported(
        `The database cannot be used: ${error.message}.`,
        facts,
        'Check user, password, database and rights in the database URL.',
      );
    case '40':
    case '55':
      return new StoreBusy(facts, error);
    case '53':
      return code === '53100' ? new StoreFull(facts, error, 'database') : new StoreBusy(facts, error, NO_ROOM);
    case '25':
      if (code === '25006') return new StoreFull(facts, error, 'database');
      // Who did nothing within a transaction for too long has lost it, with the connection or without.
      return new StoreFault(facts, error, 'unreachable');
    case '58':
      return new StoreFault(facts, error);
    case 'XX':
      return new StoreCorrupt(`The database is damaged: ${error.message}.`, facts, error);
    default:
      return error;
  }
}
