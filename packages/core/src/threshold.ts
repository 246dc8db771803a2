/** Lowest percentage a watermark may have. */
export const MIN_CONDENSE_THRESHOLD = 5;
/** Highest percentage a watermark may have. */
export const MAX_CONDENSE_THRESHOLD = 100;
/** Share of a window that must stay free for safety. Reserved answer and margin keep it free, so it is no third watermark. */
export const TOKEN_BUFFER_PERCENTAGE = 0.1;

/** Where an effective value comes from. */
export type Source = 'session' | 'profile' | 'model' | 'global' | 'default';

/** A value and where it comes from. */
export interface Sourced {
  readonly value: number;
  readonly from: Source;
}

/** A setting that may leave the choice to the next wider level: −1, `'inherit'` and nothing all do. */
export type Inheritable = number | 'inherit' | undefined;

/** A setting that was not used as it was given, and what is used instead. */
export interface SettingWarning {
  readonly setting: string;
  readonly level: Source;
  readonly given: number;
  readonly message: string;
}

/** What a setting may be. */
export interface Bounds {
  readonly setting: string;
  readonly least: number;
  readonly most: number;
}

/** The bounds of both watermarks. */
export function watermark(setting: 'soft' | 'hard'): Bounds {
  return { setting, least: MIN_CONDENSE_THRESHOLD, most: MAX_CONDENSE_THRESHOLD };
}

/** The narrowest level that states a usable value wins; a value out of bounds warns and inherits. */
export function resolveSetting(
  levels: readonly (readonly [Source, Inheritable])[],
  fallback: number,
  bounds: Bounds,
): { readonly effective: Sourced; readonly warnings: readonly SettingWarning[] } {
  const warnings: SettingWarning[] = [];
  for (const [level, given] of levels) {
    if (given === undefined || given === 'inherit' || given === -1) continue;
    if (given >= bounds.least && given <= bounds.most) return { effective: { value: given, from: level }, warnings };
    warnings.push(outOfBounds(bounds, level, given));
  }
  return { effective: { value: fallback, from: 'default' }, warnings };
}

function outOfBounds({ setting, least, most }: Bounds, level: Source, given: number): SettingWarning {
  const range = most === Number.POSITIVE_INFINITY ? `${least} or more` : `between ${least} and ${most}`;
  const message = `${setting} of the ${level} is ${given}: ignored, the next wider level counts. Set it ${range}, or to -1 to inherit.`;
  return { setting, level, given, message };
}
