import type { StrategyInfo } from '@tenfold/contract';

/** One line of the comparison: what is compared, and each strategy's answer by its id. */
export interface ComparisonLine {
  readonly name: string;
  readonly help?: string;
  readonly of: Readonly<Record<string, string>>;
}

const WORDS: readonly ComparisonLine[] = [
  {
    name: 'Speed',
    of: {
      native: 'As fast as the model answers: seconds',
      lossless: 'Under a second',
      truncation: 'Milliseconds',
      smart: 'Milliseconds, or seconds where a step asks a model',
    },
  },
  {
    name: 'Makes it shorter by',
    help: 'Depends on what is in the conversation; measured on yours below.',
    of: {
      native: 'Most of what is old: about ten to one',
      lossless: 'Repetition: little in plain talk, a lot in coding',
      truncation: 'Most of old tool output',
      smart: 'It depends on your steps',
    },
  },
  {
    name: 'What it loses from view',
    help: 'The originals stay stored; undo and recall bring them back.',
    of: {
      native: 'The wording of older messages; facts it dropped are added verbatim',
      lossless: 'Nothing',
      truncation: 'The rest of old tool output',
      smart: 'What your steps take out',
    },
  },
  {
    name: 'What it costs',
    of: {
      native: 'One model call over what is condensed; nothing with the built-in summarizer',
      lossless: 'Nothing',
      truncation: 'Nothing',
      smart: 'Nothing, or the calls of steps that summarize',
    },
  },
  {
    name: 'Setup',
    of: { native: 'Little', lossless: 'Little', truncation: 'Some', smart: 'Everything, step by step' },
  },
  {
    name: 'Profile and thresholds',
    of: { native: 'Per profile', lossless: 'Per profile', truncation: 'Per profile', smart: 'Per profile, and per step' },
  },
  {
    name: 'Best for',
    of: {
      native: 'Most conversations',
      lossless: 'When nothing may be lost',
      truncation: 'When it must be instant and free',
      smart: 'Those who want full control',
    },
  },
];

const ABILITIES: readonly (readonly [capability: keyof StrategyInfo['capabilities'], name: string, help: string])[] = [
  ['supportsLossless', 'Lossless phase', 'Takes out repetition without losing anything.'],
  ['supportsMultiPass', 'Several steps', 'Runs steps in order until the goal is met.'],
  ['supportsBatchMode', 'Many messages as one', 'One short text stands for a run of messages.'],
  ['supportsIndividualMode', 'Each message by itself', 'Shortens messages one by one.'],
];

/** How strategies differ: in words, and by what each says it can do. */
export function comparisonOf(strategies: readonly StrategyInfo[]): readonly ComparisonLine[] {
  const abilities = ABILITIES.map(([capability, name, help]) => ({
    name,
    help,
    of: Object.fromEntries(strategies.map(({ id, capabilities }) => [id, capabilities[capability] === true ? 'Yes' : 'No'])),
  }));
  return [...WORDS.slice(0, -2), ...abilities, ...WORDS.slice(-2)];
}
