import { Conflict, StoreBusy, StoreCorrupt, StoreError, StoreFault, StoreFull } from '../error.ts';

/** What the system says of files beside the store where its disk takes no writes. */
const UNWRITABLE: readonly string[] = ['ENOSPC', 'EDQUOT', 'EROFS'];

/** What SQLite or a full disk reported, as the error the store promises. Anything else is passed on as it is. */
export function asStoreError(error: unknown, file: string): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error;
  const code = (error as { code?: unknown }).code;
  if (typeof code !== 'string') return error;
  if (UNWRITABLE.includes(code)) return new StoreFull({ file, detail: error.message }, error);
  if (!code.startsWith('SQLITE_')) return error;
  const facts = { file, sqlite: code, detail: error.message };
  if (code === 'SQLITE_FULL' || code.startsWith('SQLITE_READONLY')) return new StoreFull(facts, error);
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB')
    return new StoreCorrupt(`The store ${file} is damaged: ${error.message}.`, facts, error);
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return new StoreBusy(facts, error);
  if (code.startsWith('SQLITE_CONSTRAINT')) return new Conflict(`The store refused the row: ${error.message}.`, facts);
  if (code.startsWith('SQLITE_IOERR') || code === 'SQLITE_CANTOPEN') return new StoreFault(facts, error);
  return error;
}
