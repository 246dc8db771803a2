import type { LosslessOperations, SmartConfig, SmartOperation, SmartPass } from '../strategies/smart.ts';

/** A ready-made Smart config with what it keeps and what it costs. */
export interface Preset {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly keeps: string;
  readonly costs: string;
  readonly strategy: 'smart';
  readonly config: SmartConfig;
}

const KEEP: SmartOperation = { operation: 'keep' };
const SUPPRESS: SmartOperation = { operation: 'suppress' };
const lines = (maxLines: number): SmartOperation => ({ operation: 'truncate', params: { truncate: { maxLines } } });
const chars = (maxChars: number): SmartOperation => ({ operation: 'truncate', params: { truncate: { maxChars } } });

const STRICT: LosslessOperations = { deduplicateFileReads: true, consolidateToolResults: true, removeObsoleteState: false };
const TIDY: LosslessOperations = { ...STRICT, removeObsoleteState: true };

/** Each message by itself; what people and the assistant wrote is kept. */
function tools(
  id: string,
  name: string,
  keepRecentCount: number,
  toolParameters: SmartOperation,
  toolResults: SmartOperation,
): SmartPass {
  return {
    id,
    name,
    selection: { type: 'preserve_recent', keepRecentCount },
    mode: 'individual',
    individualConfig: { defaults: { messageText: KEEP, toolParameters, toolResults } },
    execution: { type: 'always' },
  };
}

/** One summary of what the assistant and its tools did; what people wrote stays word for word. */
function workSummary(olderThan: number, apiProfile?: string): SmartPass {
  return {
    id: 'summarize-work',
    name: 'Summarize',
    selection: { type: 'custom', custom: { roles: ['assistant', 'tool'], olderThan } },
    mode: 'batch',
    batchConfig: {
      operation: 'summarize',
      summarizationConfig: { keepFirst: 0, keepLast: 0, ...(apiProfile === undefined ? {} : { apiProfile }) },
    },
    execution: { type: 'always' },
  };
}

/** Profile id that means the provider's small, quick model. */
export const FAST_PROFILE = 'fast';

/** The presets that come with the engine. Every step stops as soon as the goal is met. */
export const presets: readonly Preset[] = [
  {
    id: 'speed',
    name: 'Speed',
    description: 'Mechanical only: repeated content goes, old tool output is cut, then taken out.',
    keeps: 'Every word of users and assistant; the beginning of old tool results.',
    costs: 'Nothing, and no waiting: no model is called.',
    strategy: 'smart',
    config: {
      losslessPrelude: { enabled: true, operations: TIDY },
      passes: [
        tools('cut-results', 'Truncate', 20, chars(400), lines(20)),
        tools('cut-results-harder', 'Truncate harder', 10, chars(120), lines(5)),
        tools('drop-results', 'Suppress', 6, SUPPRESS, SUPPRESS),
      ],
    },
  },
  {
    id: 'quality',
    name: 'Quality',
    description: 'Repeated content goes without loss, then a model summarizes everything older than the recent messages.',
    keeps: 'The meaning of the whole conversation, facts verbatim beside it; recent messages untouched.',
    costs: 'One call of the condensing profile over what is condensed, more when that is larger than its window.',
    strategy: 'smart',
    config: {
      losslessPrelude: { enabled: true, operations: STRICT },
      passes: [
        {
          id: 'summarize-all',
          name: 'Summarize',
          selection: { type: 'preserve_recent', keepRecentCount: 1 },
          mode: 'batch',
          batchConfig: { operation: 'summarize', summarizationConfig: { keepFirst: 0, keepLast: 0 } },
          execution: { type: 'always' },
        },
      ],
    },
  },
  {
    id: 'cost',
    name: 'Cost',
    description: 'Mechanical means first; a small model summarizes tool work only when they were not enough.',
    keeps: 'Every word of users; assistant and tool work as short text when space is needed.',
    costs: 'Mostly nothing; otherwise a call of the fast model.',
    strategy: 'smart',
    config: {
      losslessPrelude: { enabled: true, operations: TIDY },
      passes: [
        tools('cut-results', 'Truncate', 16, chars(200), lines(10)),
        tools('drop-results', 'Suppress', 10, chars(120), SUPPRESS),
        workSummary(8, FAST_PROFILE),
      ],
    },
  },
  {
    id: 'balanced',
    name: 'Balanced',
    description:
      'Repeated and outdated content goes, old tool output is cut, and what is still too much is summarized by a model.',
    keeps: 'Every word of users, recent work whole, the outcome of older work.',
    costs: 'A call of the condensing profile over what is still too much.',
    strategy: 'smart',
    config: {
      losslessPrelude: { enabled: true, operations: TIDY },
      passes: [tools('cut-results', 'Truncate', 20, chars(400), lines(30)), workSummary(12)],
    },
  },
];

/** The preset of that id; undefined when there is none. */
export function findPreset(id: string): Preset | undefined {
  return presets.find((preset) => preset.id === id);
}
