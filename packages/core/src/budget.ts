/** Where an effective value comes from. */
export type Source = 'session' | 'profile' | 'model' | 'global' | 'default';

/** A value and where it comes from. */
export interface Sourced {
  readonly value: number;
  readonly from: Source;
}

/** The limits of one conversation with one model, in tokens. */
export interface Budget {
  readonly model: string;
  readonly window: number;
  /** Kept free for the answer. */
  readonly reserved: number;
  readonly margin: number;
  /** What input may use: `min(maxInput, window − reserved) − margin`. */
  readonly room: number;
  readonly softAt: number;
  readonly hardAt: number;
  /** Percent of room, and where it was set. */
  readonly soft: Sourced;
  readonly hard: Sourced;
  /** A fold aims at `goal` tokens and does not cut below `minimum`. */
  readonly goal: number;
  readonly minimum: number;
  /** No automatic fold below this while the context fits. */
  readonly floor: number;
  /** Tokens of recent messages that are kept as they are. */
  readonly retention: Sourced;
}
