import type { JsonObject } from '@tenfold/core';

/** A saved way to condense. */
export interface Preset {
  readonly id: string;
  readonly name: string;
  readonly config: JsonObject;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Presets of one owner, by name. */
export interface Presets {
  /** Adds or replaces one. `expect` is the version read; null says it must be new. */
  put(preset: { id?: string; name: string; config: JsonObject; expect?: number | null; at: number }): Promise<Preset>;
  get(id: string): Promise<Preset>;
  list(): Promise<readonly Preset[]>;
  remove(id: string): Promise<void>;
}
