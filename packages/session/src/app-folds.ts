import type { JsonObject } from '@tenfold/core';
import type { Dependencies } from './dependencies.ts';

type Folds = readonly JsonObject[];

/** Folds of conversations that apps keep themselves. They go with the answers that nobody came back for. */
export interface AppFolds {
  /** What lies under the first of these names that has something. */
  find(names: readonly string[]): Promise<{ readonly name: string; readonly folds: Folds } | null>;
  put(name: string, folds: Folds): Promise<void>;
}

/** Keeps them apart from answers to asks, which lie under hashes. */
const PREFIX = 'settled:';

/** The folds of apps in a store. */
export function createAppFolds({ store, now }: Pick<Dependencies, 'store' | 'now'>): AppFolds {
  return {
    async find(names) {
      const found = await store.answers.first(names.map((name) => PREFIX + name));
      const folds = found === null ? null : foldsIn(found.text);
      if (found === null || folds === null) return null;
      return { name: found.hash.slice(PREFIX.length), folds };
    },
    async put(name, folds) {
      await store.answers.put({ hash: PREFIX + name, text: JSON.stringify(folds), by: 'app', at: now() });
    },
  };
}

/** What is damaged counts as not there: the app folds anew, and puts it right. */
function foldsIn(text: string): Folds | null {
  try {
    const value: unknown = JSON.parse(text);
    const isList =
      Array.isArray(value) && value.every((fold) => typeof fold === 'object' && fold !== null && !Array.isArray(fold));
    return isList ? value : null;
  } catch {
    return null;
  }
}
