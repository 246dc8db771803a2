import type { Store } from '../store.ts';

/** A fresh, empty store, and a way to open the same one again as another process would. */
export interface Opened {
  readonly store: Store;
  again(): Promise<Store>;
}

/** How a suite of laws gets its stores. The suite closes what it opens. */
export type Open = () => Promise<Opened>;

/** Something every store must do. `id` is its number in the package's SPEC.md. */
export interface Law {
  readonly id: string;
  readonly name: string;
  run(): Promise<void>;
}

/** A law about one fresh store. */
export function law(open: Open, id: string, name: string, check: (opened: Opened) => Promise<void>): Law {
  return {
    id,
    name,
    async run() {
      const opened = await open();
      try {
        await check(opened);
      } finally {
        await opened.store.close();
      }
    },
  };
}
