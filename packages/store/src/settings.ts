import type { Json } from '@tenfold/core';

/** A stored value. `scope` is `global`, `project:ID`, `session:ID`, `strategy:ID` or whatever the caller resolves by. */
export interface Setting {
  readonly scope: string;
  readonly key: string;
  readonly value: Json;
  readonly version: number;
  readonly updatedAt: number;
}

/** Settings of one owner. */
export interface Settings {
  get(scope: string, key: string): Promise<Setting | null>;
  /** One scope, or all of it for an export. */
  list(scope?: string): Promise<readonly Setting[]>;
  /** `expect` is the version read; null says there must be none yet; absent, last write wins. */
  set(setting: { scope: string; key: string; value: Json; expect?: number | null; at: number }): Promise<Setting>;
  /** Back to what it inherits. */
  remove(scope: string, key: string): Promise<void>;
}
