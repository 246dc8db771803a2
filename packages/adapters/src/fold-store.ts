import { type EntryId, type Fold, positionsOf, type Transcript } from '@tenfold/core';

/**
 * Where settled folds are kept. They lie under the name of the last entry they touch; a name depends on everything up to
 * it, so whoever has the name has the same conversation up to there.
 */
export interface FoldStore {
  /** What lies under the first of these names that has something. */
  find(ids: readonly EntryId[]): Maybe | Promise<Maybe>;
  put(id: EntryId, folds: readonly Fold[]): void | Promise<void>;
}

type Maybe = readonly Fold[] | undefined;

/** Conversations a process remembers; what is forgotten is folded anew when it comes back. */
const MAX_KEPT = 10_000;

/** Keeps folds as long as the process lives. */
export function memoryStore(max = MAX_KEPT): FoldStore {
  const kept = new Map<EntryId, readonly Fold[]>();
  return {
    find: (ids) => {
      const id = kept.size === 0 ? undefined : ids.find((name) => kept.has(name));
      return id === undefined ? undefined : kept.get(id);
    },
    put: (id, folds) => {
      kept.delete(id);
      kept.set(id, folds);
      const [oldest] = kept.keys();
      if (kept.size > max && oldest !== undefined) kept.delete(oldest);
    },
  };
}

/** Folds out of a file or an answer; nothing where it is anything else. */
export function foldsIn(value: unknown): Maybe {
  return Array.isArray(value) && value.every(isFold) ? value : undefined;
}

function isFold(value: unknown): value is Fold {
  const { id, run, kind, text, target } = (value ?? {}) as { readonly [field in keyof Fold]?: unknown };
  const { kind: of, from, to, entry, index } = (target ?? {}) as { readonly [field: string]: unknown };
  const isPlaced = of === 'span' ? areTexts(from, to) : of === 'part' && areTexts(entry) && typeof index === 'number';
  return areTexts(id, run, kind, text) && isPlaced;
}

function areTexts(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'string');
}

/** The last entry that any of these folds stands for. */
export function lastTouched(folds: readonly Fold[], transcript: Transcript): EntryId {
  const at = positionsOf(transcript);
  const last = folds.reduce(
    (most, { target }) => Math.max(most, at.get(target.kind === 'span' ? target.to : target.entry) ?? 0),
    0,
  );
  return transcript[last]?.id ?? '';
}
