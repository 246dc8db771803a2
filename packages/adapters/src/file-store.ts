import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { EntryId, Fold } from '@tenfold/core';
import { type FoldStore, foldsIn, memoryStore } from './fold-store.ts';

/** Keeps folds in a file, one line each time something is folded, so that they are still settled after a restart. */
export function fileStore(file: string): FoldStore {
  const kept = memoryStore(Number.POSITIVE_INFINITY);
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  for (const line of text.split('\n')) {
    const row = rowIn(line);
    if (row !== null) void kept.put(row.id, row.folds);
  }
  // A line that a crash cut short must not swallow the next.
  let start = text === '' || text.endsWith('\n') ? '' : '\n';
  return {
    find: (ids) => kept.find(ids),
    put(id, folds) {
      void kept.put(id, folds);
      appendFileSync(file, `${start}${JSON.stringify({ id, folds })}\n`);
      start = '';
    },
  };
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
