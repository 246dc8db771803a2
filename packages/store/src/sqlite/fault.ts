import { Conflict, StoreBusy, StoreCorrupt, StoreError, StoreFault, StoreFull } from '../error.ts';

/** What SQLite reported, as the error the store promises. Anything that is not SQLite's is passed on as it is. */
export function asStoreError(error: unknown, file: string): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error;
  const code = (error as { code?: unknown }).code;
  if (typeof code !== 'string' || !code.startsWith('SQLITE_')) return error;
  const facts = { file, sqlite: code, detail: error.message };
  if (code === 'SQLITE_FULL' || code.startsWith('SQLITE_READONLY')) return new StoreFull(facts, error);
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB')
    return new StoreCorrupt(`The store ${file} is damaged: ${error.message}.`, facts, error);
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return new StoreBusy(facts, error);
  if (code.startsWith('SQLITE_CONSTRAINT')) return new Conflict(`The store refused the row: ${error.message}.`, facts);
  if (code.startsWith('SQLITE_IOERR') || code === 'SQLITE_CANTOPEN') return new StoreFault(facts, error);
  return error;
}
