/** What was learnt of a model from its bills: billed by counted, the newest last. */
export interface Learnt {
  readonly ratios: readonly number[];
}

/** What was learnt of all models: a value to store and to give to `counterFor`. A frozen one learns no more. */
export interface Calibration {
  readonly frozen: boolean;
  readonly models: Readonly<Record<string, Learnt>>;
}

/** Nothing learnt yet. */
export const UNCALIBRATED: Calibration = { frozen: false, models: {} };

/** A bill outside these times the count is a misunderstanding (files, cached, cut, another model), not a tokenizer. */
const MIN_RATIO = 0.7;
const MAX_RATIO = 1.6;
/** Bills of fewer tokens say more about frames than about text. */
const MIN_COUNTED = 200;
/** Bills a median needs, so that no single one decides. */
const MIN_BILLS = 3;
/** Newest bills kept, so that a changed tokenizer is followed. */
const MAX_BILLS = 9;

/**
 * Learns from one answer: `counted` is what an uncalibrated counter said, `billed` what the provider did. Small, senseless
 * or frozen observations return the same state.
 */
export function observe(state: Calibration, model: string, counted: number, billed: number): Calibration {
  const ratio = billed / counted;
  if (state.frozen || !(counted >= MIN_COUNTED) || !(ratio >= MIN_RATIO && ratio <= MAX_RATIO)) return state;
  return learn(state, model, [ratio]);
}

/** Learns from a refusal, at once and whatever was billed before: the model counts `ratio` times what was counted. */
export function observeRefusal(state: Calibration, model: string, ratio: number): Calibration {
  if (state.frozen) return state;
  return learn(state, model, Array<number>(MIN_BILLS + 2).fill(Math.min(MAX_RATIO, Math.max(ratio, factorOf(state, model)))));
}

function learn(state: Calibration, model: string, ratios: readonly number[]): Calibration {
  const kept = [...(learntOf(state, model)?.ratios ?? []), ...ratios].slice(-MAX_BILLS);
  return { ...state, models: { ...state.models, [model]: { ratios: kept } } };
}

/** The same, learning no more (`false`: learning again). */
export function freezeCalibration(state: Calibration, frozen = true): Calibration {
  return { ...state, frozen };
}

/** Billed by counted for a model: the median of its bills, 1 while there are too few. */
export function factorOf(state: Calibration, model: string): number {
  const ratios = learntOf(state, model)?.ratios ?? [];
  if (ratios.length < MIN_BILLS) return 1;
  const inOrder = ratios.toSorted((a, b) => a - b);
  const middle = inOrder.length >> 1;
  const upper = inOrder[middle] as number;
  return inOrder.length % 2 === 1 ? upper : (upper + (inOrder[middle - 1] as number)) / 2;
}

/** Whether a model's counts rest on bills. */
export function isCalibrated(state: Calibration, model: string): boolean {
  return (learntOf(state, model)?.ratios.length ?? 0) >= MIN_BILLS;
}

function learntOf(state: Calibration, model: string): Learnt | undefined {
  return Object.hasOwn(state.models, model) ? state.models[model] : undefined;
}
