/** What was learnt of a model from its bills. */
export interface Learnt {
  /** Billed by counted, a running mean. */
  readonly factor: number;
  /** Bills seen. */
  readonly bills: number;
}

/** What was learnt of all models: a value to store and to give to `counterFor`. A frozen one learns no more. */
export interface Calibration {
  readonly frozen: boolean;
  readonly models: Readonly<Record<string, Learnt>>;
}

/** Nothing learnt yet. */
export const UNCALIBRATED: Calibration = { frozen: false, models: {} };

/** A bill outside these times the count is a misunderstanding (cached, cut, another model), not a tokenizer. */
const LEAST = 0.7;
const MOST = 2.2;
/** Bills of fewer tokens say more about frames than about text. */
const LEAST_COUNTED = 200;
/** Later bills weigh at least this much, so that a changed tokenizer is followed. */
const SLOWEST = 0.1;

/**
 * Learns from one answer: `counted` is what an uncalibrated counter said, `billed` what the provider did. Small, senseless
 * or frozen observations return the same state.
 */
export function observe(state: Calibration, model: string, counted: number, billed: number): Calibration {
  if (state.frozen || !(counted >= LEAST_COUNTED) || !(billed > 0) || !Number.isFinite(billed)) return state;
  const before = learntOf(state, model) ?? { factor: 1, bills: 0 };
  const seen = Math.min(MOST, Math.max(LEAST, billed / counted));
  const weight = Math.max(SLOWEST, 1 / (before.bills + 1));
  const factor = before.factor + (seen - before.factor) * weight;
  return { ...state, models: { ...state.models, [model]: { factor, bills: before.bills + 1 } } };
}

/** The same, learning no more (`false`: learning again). */
export function freezeCalibration(state: Calibration, frozen = true): Calibration {
  return { ...state, frozen };
}

/** Billed by counted for a model, 1 where nothing is known. */
export function factorOf(state: Calibration, model: string): number {
  return learntOf(state, model)?.factor ?? 1;
}

/** Whether a model's counts rest on bills. */
export function isCalibrated(state: Calibration, model: string): boolean {
  return learntOf(state, model) !== undefined;
}

function learntOf(state: Calibration, model: string): Learnt | undefined {
  return Object.hasOwn(state.models, model) ? state.models[model] : undefined;
}
