import type { Message } from '@tenfold/core';
import type { SessionId } from '@tenfold/store';
import { BoundedMap } from '../bounded-map.ts';
import type { Checkpointer } from './checkpointer.ts';
import { labelFor, newWatch, triggersIn, type Watch } from './triggers.ts';

/** Looks at what is appended, and makes a checkpoint where it is worth one. */
export interface Watcher {
  /** Returns at once; the checkpoint is made beside the conversation. */
  noticed(session: SessionId, branch: string, messages: readonly Message[]): void;
  /** Resolves when all that was noticed is dealt with. */
  idle(): Promise<void>;
}

/** Sessions watched at once. */
const KEPT = 256;

/** A watcher that makes checkpoints with `checkpointer`. */
export function watcherWith(checkpointer: Checkpointer, writesFiles: (tool: string) => boolean): Watcher {
  const watches = new BoundedMap<string, Watch>(KEPT);
  const under = new Set<Promise<unknown>>();
  const watchOf = (key: string): Watch => {
    const watch = watches.get(key) ?? newWatch();
    watches.set(key, watch);
    return watch;
  };
  return {
    noticed(session, branch, messages) {
      const tags = triggersIn(messages, watchOf(`${session}\n${branch}`), writesFiles);
      if (tags.size === 0) return;
      const made = checkpointer.automatic(session, { tags: [...tags], label: labelFor(tags), branch });
      under.add(made);
      void made.finally(() => under.delete(made));
    },
    async idle() {
      while (under.size > 0) await Promise.all(under);
    },
  };
}
