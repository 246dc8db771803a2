import type { Json } from '@tenfold/core';

/** Where a setting may be set. */
export type SettingScope = 'session' | 'project' | 'global';

/** What a setting takes, and how it is entered. */
export type SettingKind =
  | {
      readonly type: 'number';
      readonly min: number;
      readonly max: number;
      readonly step: number;
      readonly unit: string;
      /** A level may leave it to the next wider one, by −1 or `inherit`. */
      readonly levels?: true;
      readonly off?: true;
      /** It may be left unset, and is null then: what holds instead, in words. */
      readonly empty?: string;
    }
  /** Each option with the words people choose it by. */
  | { readonly type: 'choice'; readonly options: Readonly<Record<string, string>> }
  | { readonly type: 'flag' }
  | { readonly type: 'text' }
  | { readonly type: 'prompt' }
  | { readonly type: 'strategy' }
  | { readonly type: 'preset' }
  /** A configured model, or none, in words. */
  | { readonly type: 'profile'; readonly none: string };

/** A setting: what it means, what it may be, its default, and the page it is set on. */
export interface Setting {
  readonly title: string;
  readonly description: string;
  readonly kind: SettingKind;
  readonly fallback: Json;
  readonly scopes: readonly SettingScope[];
  readonly page: 'thresholds' | 'strategy' | 'presets' | 'profiles' | 'prompts' | 'data' | 'notifications';
  /** How it stands on its page: among the plain rows, folded away, or entered in a way of its own. */
  readonly shown: 'row' | 'advanced' | 'own';
  /** One value for all who share a server, set by administrators. */
  readonly everybody?: true;
}
