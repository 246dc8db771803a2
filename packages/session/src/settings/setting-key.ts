import {
  countText,
  EXPECTED_TURNS,
  formatCount,
  type Json,
  MAX_CONDENSE_THRESHOLD,
  MIN_CONDENSE_THRESHOLD,
  promptProblem,
  strategies,
} from '@tenfold/core';

/** Where a setting may be set. */
export type SettingScope = 'session' | 'project' | 'global';

/** A setting: what it means, what it may be and what it is when nobody says. */
export interface SettingKey {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly fallback: Json;
  readonly scopes: readonly SettingScope[];
  /** Why a value cannot be taken, null when it can. */
  problem(value: Json, known?: Known): string | null;
}

/** What there is to choose from beside what comes with the engine. */
export interface Known {
  readonly strategies: readonly { readonly id: string }[];
}

const EVERYWHERE: readonly SettingScope[] = ['session', 'global'];
const GLOBAL: readonly SettingScope[] = ['global'];

type About = Pick<SettingKey, 'key' | 'title' | 'description' | 'fallback'> & { readonly scopes?: readonly SettingScope[] };

function key({ scopes = GLOBAL, ...about }: About, problem: SettingKey['problem']): SettingKey {
  return { ...about, scopes, problem };
}

function number(least: number, most: number, also: readonly Json[] = []) {
  return (value: Json) =>
    also.includes(value) || (typeof value === 'number' && value >= least && value <= most)
      ? null
      : `This must be a number from ${formatCount(least)} to ${formatCount(most)}${also.length === 0 ? '' : `, or ${also.map(String).join(' or ')}`}.`;
}

function choice(...options: readonly string[]) {
  return (value: Json) => (options.includes(value as string) ? null : `This must be one of ${options.join(', ')}.`);
}

const flag = (value: Json) => (typeof value === 'boolean' ? null : 'This must be true or false.');
const words = (value: Json) => (typeof value === 'string' ? null : 'This must be text.');
const maybeWords = (value: Json) => (value === null ? null : words(value));
const prompt = (value: Json) => (value === null ? null : (words(value) ?? promptProblem(value as string, countText)));
const watermark = number(MIN_CONDENSE_THRESHOLD, MAX_CONDENSE_THRESHOLD, [-1, 'inherit']);

/** Every setting there is. */
export const SETTING_KEYS: readonly SettingKey[] = [
  key(
    {
      key: 'soft',
      title: 'Condense in the background from',
      description: 'Percent of the room for input at which condensing starts beside the conversation; off turns that off.',
      fallback: 80,
      scopes: EVERYWHERE,
    },
    (value) => (value === 'off' ? null : watermark(value)),
  ),
  key(
    {
      key: 'hard',
      title: 'Wait and condense from',
      description: 'Percent of the room for input at which a message waits until the context fits. Cannot be turned off.',
      fallback: 95,
      scopes: EVERYWHERE,
    },
    watermark,
  ),
  key(
    {
      key: 'retention',
      title: 'Keep recent',
      description:
        'Tokens of recent messages that condensing leaves as they are; 0 keeps only your latest message and what follows it.',
      fallback: 1_000,
      scopes: EVERYWHERE,
    },
    number(0, 1_000_000, [-1, 'inherit']),
  ),
  key(
    {
      key: 'goal',
      title: 'How far to condense',
      description: 'Percent of the room that condensing comes down to.',
      fallback: 50,
    },
    number(1, 100),
  ),
  key(
    {
      key: 'minimum',
      title: 'Least left in place',
      description: 'Percent of the room that condensing does not cut below.',
      fallback: 30,
    },
    number(0, 100),
  ),
  key(
    {
      key: 'floor',
      title: 'Never condense below',
      description: 'Tokens below which nothing is condensed unasked while the context fits.',
      fallback: 2_000,
    },
    number(0, 1_000_000),
  ),
  key(
    {
      key: 'strategy',
      title: 'Strategy',
      description: 'How conversations are condensed unless a session or project says otherwise.',
      fallback: 'native',
      scopes: ['session', 'project', 'global'],
    },
    (value, known = { strategies }) => choice(...known.strategies.map(({ id }) => id))(value),
  ),
  key(
    {
      key: 'preset',
      title: 'Preset',
      description: 'A saved way to condense; it takes the place of strategy and its config.',
      fallback: null,
      scopes: EVERYWHERE,
    },
    maybeWords,
  ),
  key(
    {
      key: 'onFailure',
      title: 'When condensing fails and the context is full',
      description:
        'Either simpler means that need no model are used, and you are told (degrade), or the message waits until you choose (ask).',
      fallback: 'degrade',
      scopes: EVERYWHERE,
    },
    choice('degrade', 'ask'),
  ),
  key(
    {
      key: 'foldOnArrival',
      title: 'Fold new results on arrival',
      description:
        'What new tool results repeat is folded without loss before they are sent for the first time. Nothing that was sent before changes, so no prompt cache is broken.',
      fallback: false,
      scopes: EVERYWHERE,
    },
    flag,
  ),
  key(
    {
      key: 'expectedTurns',
      title: 'Expected turns',
      description:
        'Requests a conversation is expected to go on for: condensing in the background must pay for itself within them.',
      fallback: EXPECTED_TURNS,
      scopes: EVERYWHERE,
    },
    number(1, 10_000),
  ),
  key(
    {
      key: 'profile',
      title: 'Profile for conversations',
      description: 'Configured model that answers where a session names none; without one the offline model does.',
      fallback: null,
    },
    maybeWords,
  ),
  key(
    {
      key: 'condensingProfile',
      title: 'Profile for condensing',
      description: 'Configured model that writes summaries; without one a model of the same provider does.',
      fallback: null,
      scopes: EVERYWHERE,
    },
    maybeWords,
  ),
  key(
    {
      key: 'fast',
      title: 'Fast summaries',
      description: 'Let the small, quick model of the provider write summaries, with ten seconds to do it.',
      fallback: false,
      scopes: EVERYWHERE,
    },
    flag,
  ),
  key(
    {
      key: 'customPrompt',
      title: 'Own summary prompt',
      description: 'Replaces the built-in prompt. Must contain {conversation_history}; at most 8,000 tokens.',
      fallback: null,
      scopes: EVERYWHERE,
    },
    prompt,
  ),
  key(
    {
      key: 'summaryRole',
      title: 'Summaries stand as',
      description: 'system puts a summary where the API takes one in place; user makes it a user turn everywhere.',
      fallback: 'system',
      scopes: EVERYWHERE,
    },
    choice('system', 'user'),
  ),
  key(
    {
      key: 'systemPrompt',
      title: 'System text',
      description: 'Instructions sent before every conversation.',
      fallback: '',
      scopes: EVERYWHERE,
    },
    words,
  ),
  key(
    {
      key: 'recallTools',
      title: 'Recall tools',
      description: 'Let the model look up condensed text by itself; auto offers them where the provider is known to take tools.',
      fallback: 'auto',
      scopes: EVERYWHERE,
    },
    choice('auto', 'on', 'off'),
  ),
  key(
    {
      key: 'answerTimeout',
      title: 'Give up on a silent model after',
      description: 'Seconds without a word from the model until a turn ends; what has come is kept.',
      fallback: 120,
    },
    number(1, 3_600),
  ),
  key(
    {
      key: 'checkpointDays',
      title: 'Keep checkpoints for',
      description: 'Days a checkpoint stays. Messages are never dropped.',
      fallback: 30,
    },
    number(1, 3_650),
  ),
  key(
    {
      key: 'checkpointsPerSession',
      title: 'Checkpoints a session',
      description: 'Most checkpoints of one session; the oldest automatic ones go first.',
      fallback: 50,
    },
    number(1, 10_000),
  ),
  key(
    {
      key: 'notifications',
      title: 'Notifications',
      description: 'Tell when a context was condensed.',
      fallback: true,
    },
    flag,
  ),
];

/** The setting of that name. */
export function settingKey(name: string): SettingKey | undefined {
  return SETTING_KEYS.find((setting) => setting.key === name);
}
