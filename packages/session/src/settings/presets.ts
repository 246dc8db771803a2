import type { Json, JsonObject } from '@tenfold/core';

/** A saved way to condense: a strategy and its config. */
export interface PresetView {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly strategy: string;
  readonly config: JsonObject;
  /** Comes with the engine and cannot be changed, only copied. */
  readonly builtIn: boolean;
  readonly version: number;
}

/** A preset as it is entered. */
export interface PresetWish {
  readonly name?: string;
  readonly description?: string;
  readonly strategy?: string;
  readonly config?: JsonObject;
  readonly expect?: number;
}

/** Presets: those of the engine and one's own. */
export interface Presets {
  list(): Promise<readonly PresetView[]>;
  get(id: string): Promise<PresetView>;
  add(preset: PresetWish): Promise<PresetView>;
  update(id: string, change: PresetWish): Promise<PresetView>;
  remove(id: string): Promise<void>;
  exportFile(id: string): Promise<JsonObject>;
  importFile(file: Json): Promise<PresetView>;
}
