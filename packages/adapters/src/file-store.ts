import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { EntryId, Fold } from '@tenfold/core';
import { type FoldStore, foldsIn, memoryStore } from './fold-store.ts';

/** What a file of folds can be told. */
interface FileStoreOptions {
  /** Told why the file took no line; where it is not given, calls go on in silence. */
  readonly onProblem?: (problem: Error) => void;
}

/**
 * Keeps folds in a file, one line each time something is folded, so that they are still settled after a restart. One that takes no
 * line, on a full disk, stops no call: what is folded meanwhile is kept as long as the process lives.
 */
export function fileStore(file: string, { onProblem }: FileStoreOptions = {}): FoldStore {
  const kept = memoryStore(Number.POSITIVE_INFINITY);
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  for (const line of existsSync(file) ? linesOf(readFileSync(file)) : []) {
    const row = rowIn(line);
    if (row !== null) void kept.put(row.id, row.folds);
  }
  return {
    find: (ids) => kept.find(ids),
    put(id, folds) {
      void kept.put(id, folds);
      try {
        // A line that a crash or a full disk cut short, another process's too, must not swallow this one.
        appendFileSync(file, `\n${JSON.stringify({ id, folds })}\n`);
      } catch (error) {
        onProblem?.(new Error(`The folds could not be kept in ${file}: ${(error as Error).message}`, { cause: error }));
      }
    },
  };
}

/** One by one: all of them may be longer than any text can be. */
function* linesOf(bytes: Buffer): Generator<string> {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf('\n', from);
    yield bytes.toString('utf8', from, end === -1 ? bytes.length : end);
    from = end === -1 ? bytes.length : end + 1;
  }
}

function rowIn(line: string): { readonly id: EntryId; readonly folds: readonly Fold[] } | null {
  try {
    const row: unknown = JSON.parse(line);
    if (typeof row !== 'object' || row === null || !('id' in row) || typeof row.id !== 'string' || !('folds' in row)) return null;
    const folds = foldsIn(row.folds);
    return folds === undefined ? null : { id: row.id, folds };
  } catch {
    return null;
  }
}
