import { answerTokensOf, type BudgetSettings, hardOf, retentionOf, sharedOf, softOf } from './budget-settings.ts';
import { countingOf } from './count/families.ts';
import { formatCount } from './counted.ts';
import { type Model, modelFor } from './models.ts';
import { type SettingWarning, type Sourced, TOKEN_BUFFER_PERCENTAGE } from './threshold.ts';

/** The limits of one conversation with one model, in tokens. */
export interface Budget {
  readonly model: string;
  readonly window: number;
  /** Kept free for the answer. */
  readonly reserved: number;
  /** Tokens a request asks for at most, and where that was set. */
  readonly answerTokens: Sourced;
  readonly margin: number;
  /** What input may use: `min(maxInput, window − reserved) − margin`. */
  readonly room: number;
  readonly softAt: number;
  readonly hardAt: number;
  /** Percent of room, and where it was set. */
  readonly soft: Sourced;
  readonly hard: Sourced;
  /** True when background folding is off: soft then equals hard, so hard always comes first. */
  readonly softOff?: boolean;
  /** A fold aims at `goal` tokens and does not cut below `minimum`. */
  readonly goal: number;
  readonly minimum: number;
  /** No automatic fold below this while the context fits. */
  readonly floor: number;
  /** Tokens of recent messages that are kept as they are. */
  readonly retention: Sourced;
}

/** A budget with what was wrong with the settings it was made from. */
export interface CheckedBudget extends Budget {
  readonly warnings: readonly SettingWarning[];
}

/** Limits that no budget can be made of. */
export class InvalidLimits extends Error {
  readonly field: string;
  readonly given: number;
  constructor(field: string, given: number) {
    super(`${field} is ${given}, so no budget can be made. Give a number of tokens above zero.`);
    this.name = 'InvalidLimits';
    this.field = field;
    this.given = given;
  }
}

/** Percent of the window, by how far a count can be off: exact or learnt, or only a factor. */
const MARGIN = { exact: 5, factor: TOKEN_BUFFER_PERCENTAGE * 100 } as const;

/**
 * The limits of a conversation with a model.
 * @example budgetFor('openai:gpt-4o').room // 105216
 */
export function budgetFor(model: Model | string, settings: BudgetSettings = {}): CheckedBudget {
  const row = typeof model === 'string' ? modelFor(model) : model;
  const window = tokens('window', row.window);
  const maxInput = tokens('maxInput', row.maxInput ?? window);
  const answer = answerTokensOf(settings, { ...row, maxOutput: tokens('maxOutput', row.maxOutput, 0) });
  const wanted = answer.effective.value;
  const percent = sharedOf(settings.margin, settings.calibrated ? MARGIN.exact : marginOf(row.id), {
    setting: 'margin',
    least: 0,
    most: 50,
  });
  const margin = share(window, percent.effective.value);
  const room = Math.min(maxInput, window - wanted) - margin;
  const fits = room >= 1;
  const limits = fits ? { reserved: wanted, margin, room } : squeezed(window, maxInput, wanted, percent.effective.value);
  const answerTokens = { value: limits.reserved, from: answer.effective.from };
  const warnings = [...percent.warnings, ...answer.warnings, ...(fits ? [] : [noRoom(window, answer.effective)])];
  return complete({ model: row.id, window, ...limits, answerTokens }, settings, warnings, row);
}

/** The budget of an app that knows only how many tokens its request may have. */
export function budgetOf(room: number, settings: Omit<BudgetSettings, 'margin' | 'calibrated'> = {}): CheckedBudget {
  const limit = tokens('room', room);
  return complete({ model: '', window: limit, reserved: 0, answerTokens: NO_ANSWER, margin: 0, room: limit }, settings, []);
}

const NO_ANSWER: Sourced = { value: 0, from: 'default' };

type Limits = Pick<Budget, 'model' | 'window' | 'reserved' | 'answerTokens' | 'margin' | 'room'>;

function complete(limits: Limits, settings: BudgetSettings, before: readonly SettingWarning[], row?: Model): CheckedBudget {
  const hard = hardOf(settings, row);
  const soft = softOf(settings, hard.effective);
  const retention = retentionOf(settings, row);
  const goal = sharedOf(settings.goal, 50, { setting: 'goal', least: 1, most: 100 });
  const minimum = sharedOf(settings.minimum, 30, { setting: 'minimum', least: 0, most: 100 });
  const floor = sharedOf(settings.floor, 2_000, { setting: 'floor', least: 0, most: Number.POSITIVE_INFINITY });
  const { room } = limits;
  return {
    ...limits,
    softAt: reach(room, soft.effective.value),
    hardAt: reach(room, hard.effective.value),
    soft: soft.effective,
    hard: hard.effective,
    ...(soft.off ? { softOff: true } : {}),
    goal: share(room, goal.effective.value),
    minimum: share(room, Math.min(goal.effective.value, minimum.effective.value)),
    floor: floor.effective.value,
    retention: retention.effective,
    warnings: [...before, ...[hard, soft, retention, goal, minimum, floor].flatMap((resolved) => resolved.warnings)],
  };
}

function marginOf(model: string): number {
  return countingOf(model).factors === undefined ? MARGIN.exact : MARGIN.factor;
}

/** Limits for a model whose answer could fill its window: half of the window is kept, and the margin taken of what is left. */
function squeezed(window: number, maxInput: number, wanted: number, percent: number) {
  const reserved = Math.min(wanted, Math.floor(window / 2));
  const input = Math.min(maxInput, window - reserved);
  const margin = share(input, percent);
  return { reserved, margin, room: input - margin };
}

function noRoom(window: number, { value: given, from: level }: Sourced): SettingWarning {
  const message = `${formatCount(given)} tokens for the answer leave no room in a window of ${formatCount(window)}: at most half of it is reserved. Check the model's limits.`;
  return { setting: 'answerTokens', level, given, message };
}

function share(of: number, percent: number): number {
  return Math.floor((of * percent) / 100);
}

/** The first whole number of tokens that is at least this percentage. */
function reach(room: number, percent: number): number {
  return Math.ceil((room * percent) / 100);
}

function tokens(field: string, given: number, least = 1): number {
  if (!(given >= least && given < Number.POSITIVE_INFINITY)) throw new InvalidLimits(field, given);
  return Math.floor(given);
}

/** Share of a request that a provider refused for its length which a fold aims at, whatever we counted. */
const REFUSED_SHARE = 0.6;

/** Tokens a fold aims at when a provider found the request too long. */
export function goalAfterRefusal(used: number, { goal }: Pick<Budget, 'goal'>): number {
  return Math.min(goal, Math.floor(used * REFUSED_SHARE));
}
