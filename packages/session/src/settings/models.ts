import type { Price } from '@tenfold/core';
import type { ModelConfigSource } from '@tenfold/store';

/** Limits of a model, who said so and when. */
export interface ModelView {
  /** `provider:model`. */
  readonly id: string;
  readonly provider: string;
  readonly model: string;
  readonly contextWindow: number;
  readonly maxInputTokens: number | null;
  readonly maxOutputTokens: number;
  /** Hard watermark in percent, -1 inherits. */
  readonly threshold: number;
  readonly retentionTokens: number;
  readonly source: ModelConfigSource;
  readonly updatedAt: number;
  readonly version: number;
  /** Billed by counted, as this store has learnt it; null before the first bill. */
  readonly factor: number | null;
  readonly samples: number;
  /** List prices in dollars per million tokens. */
  readonly price: Price | null;
}

/** What a person says of a model; what is left out is 128,000 in, 4,096 out and inherited. */
export interface ModelWish {
  readonly contextWindow?: number;
  readonly maxInputTokens?: number | null;
  readonly maxOutputTokens?: number;
  readonly threshold?: number;
  readonly retentionTokens?: number;
  readonly expect?: number;
}

/** Model limits, in force at once. */
export interface Models {
  list(): Promise<readonly ModelView[]>;
  get(id: string): Promise<ModelView>;
  add(id: string, wish: ModelWish): Promise<ModelView>;
  update(id: string, wish: ModelWish): Promise<ModelView>;
  /** Back to what is detected or built in. */
  reset(id: string): Promise<ModelView>;
}
