import type { Operation } from '../operation.ts';
import { individualPass } from '../passes/individual.ts';
import { choice, fields, flag, schemaOf, whole } from '../shape.ts';
import type { Strategy } from '../strategy.ts';

/** How Truncation shortens what is old. */
export interface TruncationConfig {
  readonly preserveRecentCount: number;
  readonly truncationMode: 'suppress' | 'truncate';
  readonly maxToolResultLines: number;
  readonly maxToolParamChars: number;
  readonly preserveUserMessages: boolean;
  readonly preserveAssistantText: boolean;
}

/** A line as people mean it: output on one endless line is cut after as many characters. */
const LINE = 200;

const shape = fields({
  preserveRecentCount: whole(0, 10_000, {
    title: 'Keep recent messages',
    description: 'How many of the newest messages stay as they are.',
  }),
  truncationMode: choice(['suppress', 'truncate'], {
    title: 'Mode',
    description: 'Take old tool content out whole, or keep its beginning.',
  }),
  maxToolResultLines: whole(0, 100_000, {
    title: 'Lines of a result',
    description: `Lines kept of an old tool result in truncate mode, and at most ${LINE} characters for each of them.`,
  }),
  maxToolParamChars: whole(0, 1_000_000, {
    title: 'Characters of a parameter',
    description: 'Characters kept of each old tool parameter in truncate mode.',
  }),
  preserveUserMessages: flag({ title: 'Keep what users wrote', description: 'Never shorten user messages.' }),
  preserveAssistantText: flag({ title: 'Keep what the assistant wrote', description: 'Never shorten assistant text.' }),
});

const defaults: TruncationConfig = {
  preserveRecentCount: 10,
  truncationMode: 'truncate',
  maxToolResultLines: 10,
  maxToolParamChars: 200,
  preserveUserMessages: true,
  preserveAssistantText: true,
};

/** Old tool results and parameters are cut or taken out, the oldest first, until the goal is met. No model is asked. */
export const truncation: Strategy<TruncationConfig> = {
  id: 'truncation',
  name: 'Truncation',
  description: 'Cuts old tool results and parameters, keeps what people and the assistant wrote. Instant, free, repeatable.',
  version: '1.0.0',
  capabilities: {
    supportsLossless: false,
    supportsBatchMode: false,
    supportsIndividualMode: true,
    supportsMultiPass: false,
    supportsLLMSummarization: false,
    estimatedSpeed: 'fast',
  },
  config: schemaOf(shape, defaults),
  passes(config) {
    const shorten = (limit: { maxLines?: number; maxChars?: number }): Operation =>
      config.truncationMode === 'suppress' ? { operation: 'suppress' } : { operation: 'truncate', truncate: limit };
    const toolParameters = shorten({ maxChars: config.maxToolParamChars });
    const toolResults = shorten({ maxLines: config.maxToolResultLines, maxChars: config.maxToolResultLines * LINE });
    return [
      individualPass({
        id: 'truncation',
        name: config.truncationMode === 'suppress' ? 'Suppress' : 'Truncate',
        when: { type: 'always' },
        selection: { type: 'preserve_recent', keepRecentCount: config.preserveRecentCount },
        operationsFor({ message }) {
          const spared = message.role === 'user' ? config.preserveUserMessages : config.preserveAssistantText;
          return { messageText: spared ? { operation: 'keep' } : toolResults, toolParameters, toolResults };
        },
      }),
    ];
  },
};
