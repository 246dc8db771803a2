/** Who said what a model's limits are. */
export type ModelConfigSource = 'api' | 'manual' | 'default';

/** Limits of a model as they are stored. */
export interface ModelConfig {
  /** `provider:model`. */
  readonly id: string;
  readonly provider: string;
  readonly model: string;
  readonly contextWindow: number;
  /** Null where the window alone limits input. */
  readonly maxInputTokens: number | null;
  readonly maxOutputTokens: number;
  /** Hard watermark in percent; −1 inherits. */
  readonly threshold: number;
  readonly retentionTokens: number;
  readonly source: ModelConfigSource;
  /** Measured billed ÷ counted, null until calibrated in this store, and from how many answers. */
  readonly factor: number | null;
  readonly samples: number;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What a caller says of a model. */
export type NewModelConfig = Pick<
  ModelConfig,
  'id' | 'contextWindow' | 'maxInputTokens' | 'maxOutputTokens' | 'threshold' | 'retentionTokens' | 'source'
>;

/** Model limits, by `provider:model`. */
export interface ModelConfigs {
  /** Adds those that are not there yet; what is there stays. Answers how many were added. */
  seed(models: readonly NewModelConfig[], at: number): Promise<number>;
  get(id: string): Promise<ModelConfig | null>;
  list(): Promise<readonly ModelConfig[]>;
  /** Adds or replaces one; calibration stays. */
  put(model: NewModelConfig & { expect?: number; at: number }): Promise<ModelConfig>;
  calibrate(id: string, calibration: { factor: number; samples: number; at: number }): Promise<ModelConfig>;
  remove(id: string): Promise<void>;
}
