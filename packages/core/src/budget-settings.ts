import type { Model } from './models.ts';
import {
  type Bounds,
  type Inheritable,
  resolveSetting,
  type SettingWarning,
  type Source,
  type Sourced,
  watermark,
} from './threshold.ts';

/** What one level (session, profile, model or everyone) wishes. */
export interface BudgetLevel {
  /** Percent of room where folding starts in the background; `'off'` turns that off. */
  readonly soft?: Inheritable | 'off';
  /** Percent of room where a request waits until the context fits. */
  readonly hard?: Inheritable;
  /** Tokens of recent messages kept as they are; 0 keeps only the request and the newest steps. */
  readonly retention?: Inheritable;
  /** Tokens kept free for the answer and asked for at most, where the model may answer more. */
  readonly answerTokens?: Inheritable;
}

/** Wishes by level, and the numbers that hold for all. */
export interface BudgetSettings {
  readonly session?: BudgetLevel;
  readonly profile?: BudgetLevel;
  readonly model?: BudgetLevel;
  readonly global?: BudgetLevel;
  /** What a fold aims at and does not cut below, in percent of room (50 and 30). */
  readonly goal?: number;
  readonly minimum?: number;
  /** Tokens below which nothing is folded unasked while the context fits (2,000). */
  readonly floor?: number;
  /** Percent of the window kept free because counts can be off; chosen by how the model counts when not given. */
  readonly margin?: number;
  /** True once billed usage has corrected this model's factor: the margin of an exact count is then enough. */
  readonly calibrated?: boolean;
}

/** An effective value with what was wrong on the way to it. */
export interface Resolved {
  readonly effective: Sourced;
  readonly warnings: readonly SettingWarning[];
}

const DEFAULT_SOFT = 80;
const DEFAULT_HARD = 95;
const DEFAULT_RETENTION = 1_000;
const LEVELS = ['session', 'profile', 'model', 'global'] as const;

/** The hard watermark: session > profile > model > global > 95. */
export function hardOf(settings: BudgetSettings, row?: Model): Resolved {
  return resolveSetting(levels(settings, 'hard', own(row, 'threshold', DEFAULT_HARD)), DEFAULT_HARD, watermark('hard'));
}

/** Tokens of recent messages to keep: session > profile > model > global > 1,000. */
export function retentionOf(settings: BudgetSettings, row?: Model): Resolved {
  const wishes = levels(settings, 'retention', own(row, 'retention', DEFAULT_RETENTION));
  return resolveSetting(wishes, DEFAULT_RETENTION, { setting: 'retention', least: 0, most: Number.POSITIVE_INFINITY });
}

/** Tokens for the answer: session > profile > model > global, and never more than the model can say. */
export function answerTokensOf(settings: BudgetSettings, row: Model): Resolved {
  const wishes = levels(settings, 'answerTokens', row.answerTokens);
  const { effective, warnings } = resolveSetting(wishes, row.maxOutput, {
    setting: 'answerTokens',
    least: 1,
    most: Number.POSITIVE_INFINITY,
  });
  const { value, from } = effective;
  const lowers = from !== 'default' && value < row.maxOutput;
  return { effective: lowers ? { value: Math.floor(value), from } : { value: row.maxOutput, from: 'model' }, warnings };
}

/** The soft watermark: session > profile > model > global > 80, never above hard, equal to it when off. */
export function softOf(settings: BudgetSettings, hard: Sourced): Resolved & { readonly off: boolean } {
  const wishes = LEVELS.map((level) => [level, settings[level]?.soft] as const);
  const off = wishes.findIndex(([, wish]) => wish === 'off');
  const heard = (off < 0 ? wishes : wishes.slice(0, off)) as readonly (readonly [Source, Inheritable])[];
  const { effective, warnings } = resolveSetting(heard, DEFAULT_SOFT, watermark('soft'));
  if (off >= 0 && effective.from === 'default') {
    return { effective: { value: hard.value, from: LEVELS[off] as Source }, warnings, off: true };
  }
  if (effective.value <= hard.value) return { effective, warnings, off: false };
  // Two levels that differ are no mistake; one level that contradicts itself is.
  const contradicts = effective.from !== 'default' && effective.from === hard.from;
  return { effective: hard, warnings: contradicts ? [...warnings, aboveHard(effective, hard)] : warnings, off: false };
}

/** A number that holds for everyone, or its default when it is missing or out of bounds. */
export function sharedOf(given: number | undefined, usual: number, bounds: Bounds): Resolved {
  return resolveSetting([['global', given]], usual, bounds);
}

function levels(
  settings: BudgetSettings,
  key: Exclude<keyof BudgetLevel, 'soft'>,
  fromRow: Inheritable,
): (readonly [Source, Inheritable])[] {
  const [session, profile, model, global] = LEVELS.map((level) => [level, settings[level]?.[key]] as const);
  return [session, profile, model, ['model', fromRow], global] as (readonly [Source, Inheritable])[];
}

/** A row that merely repeats the general default has no opinion of its own, so that a global choice reaches it. */
function own(row: Model | undefined, key: 'threshold' | 'retention', usual: number): Inheritable {
  if (!row || (row[key] === usual && row.source !== 'manual')) return undefined;
  return row[key];
}

function aboveHard(soft: Sourced, hard: Sourced): SettingWarning {
  const message = `soft of the ${soft.from} is ${soft.value}, above hard at ${hard.value}: ${hard.value} is used. Set soft at or below hard.`;
  return { setting: 'soft', level: soft.from, given: soft.value, message };
}
