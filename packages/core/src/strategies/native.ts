import { countText } from '../count/text.ts';
import { batchPass } from '../passes/batch.ts';
import { type Detail, HISTORY_SLOT, promptProblem, type Template } from '../prompts.ts';
import { choice, fields, maybe, schemaOf, whole, words } from '../shape.ts';
import type { Strategy } from '../strategy.ts';

/** How Native summarizes. */
export interface NativeConfig {
  readonly template: Template;
  readonly detail: Detail;
  /** Replaces the built-in prompt; needs the slot for the history. */
  readonly customPrompt?: string;
  /** Tokens of recent messages kept as they are; the budget's when not set. */
  readonly retainTokens?: number;
  /** Tokens of the summary; a tenth of what it replaces when not set. */
  readonly maxTokens?: number;
  readonly apiProfile?: string;
}

const shape = fields({
  template: choice(['general', 'technical', 'coding'], {
    title: 'Kind of conversation',
    description: 'Which built-in prompt to use.',
  }),
  detail: choice(['detailed', 'concise'], { title: 'Length', description: 'How much a summary should say.' }),
  customPrompt: maybe(
    words({ title: 'Own prompt', description: `Replaces the built-in prompt. Must contain ${HISTORY_SLOT}.` }, (text) =>
      promptProblem(text, countText),
    ),
  ),
  retainTokens: maybe(
    whole(0, 1_000_000, { title: 'Keep recent', description: 'Tokens of recent messages that stay as they are.' }),
  ),
  maxTokens: maybe(
    whole(1, 200_000, {
      title: 'Summary limit',
      description: 'Tokens a summary may have. A tenth of what it replaces when empty.',
    }),
  ),
  apiProfile: maybe(
    words({ title: 'Profile', description: 'Profile that writes the summary, where it is not the condensing profile.' }),
  ),
});

/** A model summarizes all that is older than the retention budget, the previous summary included. The default. */
export const native: Strategy<NativeConfig> = {
  id: 'native',
  name: 'Native',
  description: 'A model writes one summary of everything older than the recent messages. Best for most conversations.',
  version: '1.0.0',
  capabilities: {
    supportsLossless: false,
    supportsBatchMode: true,
    supportsIndividualMode: false,
    supportsMultiPass: false,
    supportsLLMSummarization: true,
    estimatedSpeed: 'medium',
  },
  config: schemaOf<NativeConfig>(shape, { template: 'general', detail: 'detailed' }),
  passes: ({ retainTokens, ...terms }) => [
    batchPass({
      id: 'native',
      name: 'Summarize',
      when: { type: 'always' },
      selection: retainTokens === undefined ? { type: 'retention' } : { type: 'retention', tokens: retainTokens },
      ...terms,
    }),
  ],
};
