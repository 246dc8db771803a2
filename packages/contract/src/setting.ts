import { EXPECTED_TURNS, MAX_CONDENSE_THRESHOLD, MIN_CONDENSE_THRESHOLD } from '@tenfold/core';
import type { Setting, SettingKind } from './setting-kind.ts';

const GLOBAL = ['global'] as const;
const SESSION = ['session', 'global'] as const;
const PERCENT = { type: 'number', step: 5, unit: '%' } as const;
const WATERMARK = { ...PERCENT, min: MIN_CONDENSE_THRESHOLD, max: MAX_CONDENSE_THRESHOLD, levels: true } as const;
const FLAG = { type: 'flag' } as const;

/** Which page it is on, how it stands there, and where it may be set. */
function on<const Page extends Setting['page'], const Scopes extends Setting['scopes']>(
  page: Page,
  shown: Setting['shown'],
  scopes: Scopes,
) {
  return { page, shown, scopes };
}

/** Every setting there is: rows, forms, checks, help and the API are made of this table. */
export const SETTINGS = {
  soft: {
    title: 'Condense in the background from',
    description:
      'Percent of the room for input at which condensing starts in the background. Off: it never starts by itself before the context is full.',
    kind: { ...WATERMARK, off: true },
    fallback: 80,
    ...on('thresholds', 'own', SESSION),
  },
  hard: {
    title: 'Wait and condense from',
    description: 'Percent of the room for input at which a message waits until the context fits. Cannot be turned off.',
    kind: WATERMARK,
    fallback: 95,
    ...on('thresholds', 'own', SESSION),
  },
  retention: {
    title: 'Keep recent',
    description:
      'Tokens of recent messages that condensing leaves as they are; 0 keeps only your latest message and what follows it.',
    kind: { type: 'number', min: 0, max: 1_000_000, step: 100, unit: 'tokens', levels: true },
    fallback: 1_000,
    ...on('thresholds', 'own', SESSION),
  },
  answerTokens: {
    title: 'Longest answer',
    description:
      'Tokens kept free for the answer and asked for at most; fewer leave more room for the conversation. Unset: all the model can say.',
    kind: { type: 'number', min: 1, max: 1_000_000, step: 500, unit: 'tokens', levels: true },
    fallback: -1,
    ...on('thresholds', 'own', SESSION),
  },
  goal: {
    title: 'How far to condense',
    description: 'Percent of the room that condensing comes down to.',
    kind: { ...PERCENT, min: 1, max: 100 },
    fallback: 50,
    ...on('thresholds', 'row', GLOBAL),
  },
  minimum: {
    title: 'Least left in place',
    description: 'Percent of the room that condensing does not cut below.',
    kind: { ...PERCENT, min: 0, max: 100 },
    fallback: 30,
    ...on('thresholds', 'advanced', GLOBAL),
  },
  floor: {
    title: 'Never condense below',
    description: 'Tokens below which nothing is condensed unasked while the context fits.',
    kind: { type: 'number', min: 0, max: 1_000_000, step: 500, unit: 'tokens' },
    fallback: 2_000,
    ...on('thresholds', 'advanced', GLOBAL),
  },
  strategy: {
    title: 'Strategy',
    description: 'How conversations are condensed unless a session or project says otherwise.',
    kind: { type: 'strategy' },
    fallback: 'native',
    ...on('strategy', 'own', ['session', 'project', 'global']),
  },
  preset: {
    title: 'Preset',
    description: 'A saved way to condense; it takes the place of strategy and its config.',
    kind: { type: 'preset' },
    fallback: null,
    ...on('presets', 'own', SESSION),
  },
  onFailure: {
    title: 'When condensing fails and the context is full',
    description:
      'Either it is condensed without the model, and you are told (degrade), or the message waits until you choose (ask).',
    kind: { type: 'choice', options: { degrade: 'Shorten mechanically and warn', ask: 'Wait and ask me' } },
    fallback: 'degrade',
    ...on('thresholds', 'row', SESSION),
  },
  foldOnArrival: {
    title: 'Condense new results on arrival',
    description:
      'What new tool results repeat is condensed without loss before they are sent for the first time. Nothing that was sent before changes, so no prompt cache is broken.',
    kind: FLAG,
    fallback: false,
    ...on('thresholds', 'advanced', SESSION),
  },
  expectedTurns: {
    title: 'Expected turns',
    description:
      'Requests a conversation is expected to go on for: condensing in the background must pay for itself within them.',
    kind: { type: 'number', min: 1, max: 10_000, step: 5, unit: 'turns' },
    fallback: EXPECTED_TURNS,
    ...on('thresholds', 'advanced', SESSION),
  },
  profile: {
    title: 'Profile for conversations',
    description: 'Configured model that answers where a session names none; without one the offline model does.',
    kind: { type: 'profile', none: 'Shared or offline model' },
    fallback: null,
    ...on('profiles', 'row', GLOBAL),
  },
  condensingProfile: {
    title: 'Profile for condensing',
    description: 'Configured model that writes summaries; without one a model of the same provider does.',
    kind: { type: 'profile', none: 'Automatic' },
    fallback: null,
    ...on('profiles', 'row', SESSION),
  },
  fast: {
    title: 'Fast summaries',
    description: 'Let the small, quick model of the provider write summaries, with ten seconds to do it.',
    kind: FLAG,
    fallback: false,
    ...on('profiles', 'row', SESSION),
  },
  customPrompt: {
    title: 'Own summary prompt',
    description: 'Replaces the built-in prompt. Must contain {conversation_history}; at most 8,000 tokens.',
    kind: { type: 'prompt' },
    fallback: null,
    ...on('prompts', 'own', SESSION),
  },
  summaryRole: {
    title: 'Summaries stand as',
    description:
      'A summary holds words of everyone, tool results too. As a system message, where the API takes one in place, a model may heed it like instructions of yours; as a user turn it weighs no more than what people write, which is safer where you condense text you do not trust.',
    kind: { type: 'choice', options: { system: 'System message in place', user: 'User turn everywhere' } },
    fallback: 'system',
    ...on('prompts', 'advanced', SESSION),
  },
  systemPrompt: {
    title: 'System text',
    description: 'Instructions sent before every conversation.',
    kind: { type: 'text' },
    fallback: '',
    ...on('prompts', 'advanced', SESSION),
  },
  temperature: {
    title: 'Temperature',
    description:
      'How freely the model chooses its words: 0 is the likeliest every time, 2 the freest. Left empty, the model does as it does by itself; models that think first always do.',
    kind: { type: 'number', min: 0, max: 2, step: 0.1, unit: '', empty: 'Model’s own' },
    fallback: null,
    ...on('profiles', 'advanced', SESSION),
  },
  titles: {
    title: 'Titles of conversations',
    description:
      'Where a title comes from until you give one yourself: what the first message says, or a name the model writes after its first answer, at the price of one short request.',
    kind: { type: 'choice', options: { words: 'From the first message', model: 'Written by the model' } },
    fallback: 'words',
    ...on('profiles', 'row', GLOBAL),
  },
  recallTools: {
    title: 'Recall tools',
    description: 'Let the model look up condensed text by itself, wherever it takes tools.',
    kind: { type: 'choice', options: { auto: 'Where the model takes tools', on: 'Always', off: 'Never' } },
    fallback: 'auto',
    ...on('profiles', 'advanced', SESSION),
  },
  answerTimeout: {
    title: 'Give up on a silent model after',
    description: 'Seconds without a word from the model until a turn ends; what has come is kept.',
    kind: { type: 'number', min: 1, max: 3_600, step: 10, unit: 'seconds' },
    fallback: 120,
    ...on('profiles', 'advanced', GLOBAL),
  },
  checkpointDays: {
    title: 'Keep checkpoints for',
    description: 'Days a checkpoint stays. Messages are never dropped.',
    kind: { type: 'number', min: 1, max: 3_650, step: 5, unit: 'days' },
    fallback: 30,
    ...on('data', 'row', GLOBAL),
    everybody: true,
  },
  checkpointsPerSession: {
    title: 'Checkpoints a session',
    description: 'Most checkpoints of one session; the oldest automatic ones go first.',
    kind: { type: 'number', min: 1, max: 10_000, step: 10, unit: 'checkpoints' },
    fallback: 50,
    ...on('data', 'row', GLOBAL),
    everybody: true,
  },
  notifications: {
    title: 'Notifications',
    description: 'Tell when a context was condensed.',
    kind: FLAG,
    fallback: true,
    ...on('notifications', 'row', GLOBAL),
  },
} as const satisfies Readonly<Record<string, Setting>>;

/** Name of a setting. */
export type SettingName = keyof typeof SETTINGS;

/** Names of all settings, in the order they are listed. */
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** True for the name of a setting. */
export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

/** True for what administrators alone set, for all who share a server. */
export function isForEverybody(name: string): boolean {
  const setting: Setting | null = isSettingName(name) ? SETTINGS[name] : null;
  return setting?.everybody === true;
}

/** What a setting is once it is decided. */
export type SettingValue<Name extends SettingName> = ValueOf<(typeof SETTINGS)[Name]['kind']>;

type ValueOf<Kind extends SettingKind> = Kind extends { type: 'number' }
  ? number | (Kind extends { off: true } ? 'off' : never) | (Kind extends { empty: string } ? null : never)
  : Kind extends { type: 'choice' }
    ? keyof Kind['options']
    : Kind extends { type: 'flag' }
      ? boolean
      : Kind extends { type: 'text' | 'strategy' }
        ? string
        : string | null;
