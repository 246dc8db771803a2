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
      'How full the context is, in percent of the room for input, when condensing starts in the background. Off: nothing is condensed automatically until the context is full.',
    kind: { ...WATERMARK, off: true },
    fallback: 80,
    ...on('thresholds', 'own', SESSION),
  },
  hard: {
    title: 'Wait and condense from',
    description:
      'How full the context is, in percent of the room for input, when a message waits until it has been condensed. Cannot be turned off.',
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
      'Tokens set aside for the answer, and the most the model is asked for. Fewer leave more room for the conversation. Unset: as many as the model allows.',
    kind: { type: 'number', min: 1, max: 1_000_000, step: 500, unit: 'tokens', levels: true },
    fallback: -1,
    ...on('thresholds', 'own', SESSION),
  },
  goal: {
    title: 'How far to condense',
    description: 'Percent of the room to condense down to.',
    kind: { ...PERCENT, min: 1, max: 100 },
    fallback: 50,
    ...on('thresholds', 'row', GLOBAL),
  },
  minimum: {
    title: 'Least left in place',
    description: 'Percent of the room that condensing does not go below.',
    kind: { ...PERCENT, min: 0, max: 100 },
    fallback: 30,
    ...on('thresholds', 'advanced', GLOBAL),
  },
  floor: {
    title: 'Never condense below',
    description: 'A context with fewer tokens is not condensed automatically as long as it fits.',
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
    description: 'A saved strategy with its settings, used in place of the strategy.',
    kind: { type: 'preset' },
    fallback: null,
    ...on('presets', 'own', SESSION),
  },
  onFailure: {
    title: 'When condensing fails and the context is full',
    description: 'Condense it without the model and tell you (degrade), or hold the message until you decide (ask).',
    kind: { type: 'choice', options: { degrade: 'Shorten mechanically and warn', ask: 'Wait and ask me' } },
    fallback: 'degrade',
    ...on('thresholds', 'row', SESSION),
  },
  foldOnArrival: {
    title: 'Condense new results on arrival',
    description:
      'Repetition in new tool results is condensed, without loss, before they are first sent. Nothing already sent changes, so the prompt cache stays valid.',
    kind: FLAG,
    fallback: false,
    ...on('thresholds', 'advanced', SESSION),
  },
  expectedTurns: {
    title: 'Expected turns',
    description:
      'How many more requests a conversation is expected to have. Condensing in the background must pay for itself within that many.',
    kind: { type: 'number', min: 1, max: 10_000, step: 5, unit: 'turns' },
    fallback: EXPECTED_TURNS,
    ...on('thresholds', 'advanced', SESSION),
  },
  profile: {
    title: 'Profile for conversations',
    description: 'The model that answers when a session does not choose its own. If none is set, the offline model answers.',
    kind: { type: 'profile', none: 'Shared or offline model' },
    fallback: null,
    ...on('profiles', 'row', GLOBAL),
  },
  condensingProfile: {
    title: 'Profile for condensing',
    description: 'The model that writes summaries. If none is set, a model of the same provider does.',
    kind: { type: 'profile', none: 'Automatic' },
    fallback: null,
    ...on('profiles', 'row', SESSION),
  },
  fast: {
    title: 'Fast summaries',
    description: 'Have the provider’s small, quick model write summaries, within ten seconds.',
    kind: FLAG,
    fallback: false,
    ...on('profiles', 'row', SESSION),
  },
  customPrompt: {
    title: 'Your own summary prompt',
    description: 'Replaces the built-in prompt. Must contain {conversation_history}; at most 8,000 tokens.',
    kind: { type: 'prompt' },
    fallback: null,
    ...on('prompts', 'own', SESSION),
  },
  summaryRole: {
    title: 'Send summaries as',
    description:
      'A summary contains words from everyone, tool results included. Sent as a system message, where the API allows one in place, a model may follow it like your own instructions. Sent as a user turn, it carries no more weight than what people write, which is safer if you condense text you do not trust.',
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
      'How freely the model chooses its words, from 0 (always the likeliest) to 2 (the freest). Empty: the model’s default, which models that think first always use.',
    kind: { type: 'number', min: 0, max: 2, step: 0.1, unit: '', empty: 'Model’s own' },
    fallback: null,
    ...on('profiles', 'advanced', SESSION),
  },
  titles: {
    title: 'Titles of conversations',
    description:
      'Where a title comes from until you set one: the first message, or a name the model writes after its first answer, which costs one short request.',
    kind: { type: 'choice', options: { words: 'From the first message', model: 'Written by the model' } },
    fallback: 'words',
    ...on('profiles', 'row', GLOBAL),
  },
  recallTools: {
    title: 'Recall tools',
    description: 'Let the model look up condensed text on its own, if it supports tools.',
    kind: { type: 'choice', options: { auto: 'If the model supports tools', on: 'Always', off: 'Never' } },
    fallback: 'auto',
    ...on('profiles', 'advanced', SESSION),
  },
  answerTimeout: {
    title: 'Give up on a silent model after',
    description: 'Seconds without a word from the model before a turn ends. What has arrived is kept.',
    kind: { type: 'number', min: 1, max: 3_600, step: 10, unit: 'seconds' },
    fallback: 120,
    ...on('profiles', 'advanced', GLOBAL),
  },
  checkpointDays: {
    title: 'Keep checkpoints for',
    description: 'How many days a checkpoint is kept. Messages are never deleted.',
    kind: { type: 'number', min: 1, max: 3_650, step: 5, unit: 'days' },
    fallback: 30,
    ...on('data', 'row', GLOBAL),
    everybody: true,
  },
  checkpointsPerSession: {
    title: 'Checkpoints per session',
    description: 'The most checkpoints one session keeps. The oldest automatic ones are removed first.',
    kind: { type: 'number', min: 1, max: 10_000, step: 10, unit: 'checkpoints' },
    fallback: 50,
    ...on('data', 'row', GLOBAL),
    everybody: true,
  },
  notifications: {
    title: 'Notifications',
    description: 'Tell you when a context has been condensed.',
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
