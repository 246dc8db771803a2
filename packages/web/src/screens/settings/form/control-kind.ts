import type { Json } from '@tenfold/core';
import type { ThresholdName } from '../thresholds/level-value.ts';

/** Options by their value, in words. */
export type Options = Readonly<Record<string, string>>;

/** What is entered, and how. A number, a choice, a flag, text and a profile are as settings have them. */
export type ControlKind =
  /** `empty` says what holds where it may be left out; it is then null. */
  | { readonly type: 'number'; readonly step?: number; readonly unit?: string; readonly empty?: string }
  | { readonly type: 'choice'; readonly options: Options; readonly hints?: Options; readonly disabled?: readonly string[] }
  | { readonly type: 'segments'; readonly options: Options }
  | { readonly type: 'flag' }
  | { readonly type: 'tick' }
  | { readonly type: 'ticks'; readonly options: Options }
  | { readonly type: 'text'; readonly rows?: number; readonly mono?: true }
  | { readonly type: 'line'; readonly placeholder?: string; readonly secret?: true; readonly max?: number; readonly mono?: true }
  /** Words parted by commas. */
  | { readonly type: 'list' }
  | { readonly type: 'profile'; readonly none: string; readonly fast?: true }
  | { readonly type: 'level'; readonly name: ThresholdName; readonly inherited: Json | undefined }
  | { readonly type: 'rows'; readonly fields: readonly { name: string; label: string; kind: ControlKind }[] }
  | { readonly type: 'none' };
