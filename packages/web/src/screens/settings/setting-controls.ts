import type { SectionId } from './sections.ts';

/** How a setting is entered. */
export type Control =
  | { readonly kind: 'number'; readonly step: number; readonly unit: string }
  | { readonly kind: 'choice'; readonly options: Readonly<Record<string, string>> }
  | { readonly kind: 'flag' }
  | { readonly kind: 'text' }
  | { readonly kind: 'profile'; readonly none: string }
  /** Entered on a page of its own kind, not as a row. */
  | { readonly kind: 'own-page' };

/** Where a setting stands and how it is entered. */
export interface SettingPlace {
  readonly section: SectionId;
  readonly control: Control;
}

const percent = { kind: 'number', step: 5, unit: '%' } as const;
const own = { kind: 'own-page' } as const;
const at = (section: SectionId, control: Control): SettingPlace => ({ section, control });

/** Every setting of the server by its key. */
export const SETTING_PLACES: Readonly<Record<string, SettingPlace>> = {
  soft: at('thresholds', own),
  hard: at('thresholds', own),
  retention: at('thresholds', own),
  goal: at('thresholds', percent),
  minimum: at('thresholds', percent),
  floor: at('thresholds', { kind: 'number', step: 500, unit: 'tokens' }),
  expectedTurns: at('thresholds', { kind: 'number', step: 5, unit: 'turns' }),
  foldOnArrival: at('thresholds', { kind: 'flag' }),
  onFailure: at('thresholds', {
    kind: 'choice',
    options: { degrade: 'Shorten mechanically and warn', ask: 'Wait and ask me' },
  }),
  strategy: at('strategy', own),
  preset: at('presets', own),
  profile: at('profiles', { kind: 'profile', none: 'Offline model' }),
  condensingProfile: at('profiles', { kind: 'profile', none: 'Automatic' }),
  fast: at('profiles', { kind: 'flag' }),
  answerTimeout: at('profiles', { kind: 'number', step: 10, unit: 'seconds' }),
  recallTools: at('profiles', {
    kind: 'choice',
    options: { auto: 'Where the provider takes tools', on: 'Always', off: 'Never' },
  }),
  customPrompt: at('prompts', own),
  systemPrompt: at('prompts', { kind: 'text' }),
  summaryRole: at('prompts', { kind: 'choice', options: { system: 'System message in place', user: 'User turn everywhere' } }),
  checkpointDays: at('data', { kind: 'number', step: 5, unit: 'days' }),
  checkpointsPerSession: at('data', { kind: 'number', step: 10, unit: 'checkpoints' }),
  notifications: at('notifications', { kind: 'flag' }),
};
