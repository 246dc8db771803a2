import type { CutLimit } from '../cut.ts';
import type { Operation, SummarizeTerms } from '../operation.ts';
import type { Condition, Pass } from '../pass.ts';
import { batchPass } from '../passes/batch.ts';
import { individualPass, type Operations } from '../passes/individual.ts';
import type { ContentType, CustomSelection, Selection } from '../selection.ts';
import { schemaOf } from '../shape.ts';
import type { Strategy } from '../strategy.ts';
import { type LosslessConfig, lossless } from './lossless.ts';
import { smartShape } from './smart-shape.ts';

/** What Smart does, step by step; people edit it. */
export interface SmartConfig {
  readonly losslessPrelude?: { readonly enabled: boolean; readonly operations: LosslessOperations };
  readonly passes: readonly SmartPass[];
}

/** Which lossless operations run before the passes. */
export type LosslessOperations = Pick<LosslessConfig, 'deduplicateFileReads' | 'consolidateToolResults' | 'removeObsoleteState'>;

/** One step of Smart. */
export interface SmartPass {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly selection: SmartSelection;
  readonly mode: 'batch' | 'individual';
  readonly batchConfig?: SmartBatch;
  readonly individualConfig?: SmartIndividual;
  readonly execution:
    | { readonly type: 'always' }
    | { readonly type: 'conditional'; readonly condition: { readonly tokenThreshold: number } };
}

/** Which messages a step works on. */
export type SmartSelection =
  | { readonly type: 'preserve_recent'; readonly keepRecentCount: number }
  | { readonly type: 'preserve_percent'; readonly keepPercentage: number }
  | { readonly type: 'custom'; readonly custom: CustomSelection };

/** The selected messages as one block: left alone, or summarized but for the first and last few. */
export interface SmartBatch {
  readonly operation: 'keep' | 'summarize';
  readonly summarizationConfig?: {
    readonly apiProfile?: string;
    readonly customPrompt?: string;
    readonly maxTokens?: number;
    readonly keepFirst: number;
    readonly keepLast: number;
  };
}

/** Each message by itself: an operation per kind of content, other ones for single messages. */
export interface SmartIndividual {
  readonly defaults: Readonly<Record<ContentType, SmartOperation>>;
  readonly overrides?: readonly {
    readonly messageIndex: number;
    readonly operations: Partial<Readonly<Record<ContentType, SmartOperation>>>;
  }[];
}

/** An operation with its parameters. In a config its name alone will do. */
export interface SmartOperation {
  readonly operation: 'keep' | 'suppress' | 'truncate' | 'summarize';
  readonly params?: { readonly truncate?: CutLimit; readonly summarize?: SummarizeTerms };
}

const TRUNCATE: CutLimit = { maxLines: 20 };

/** Smart's steps when nobody has chosen any: repeated content first, then old tool results, then a summary. */
export const smartDefaults: SmartConfig = {
  losslessPrelude: {
    enabled: true,
    operations: { deduplicateFileReads: true, consolidateToolResults: true, removeObsoleteState: true },
  },
  passes: [
    {
      id: 'old-results',
      name: 'Truncate',
      description: 'Old tool results and parameters keep their beginning.',
      selection: { type: 'preserve_recent', keepRecentCount: 20 },
      mode: 'individual',
      individualConfig: {
        defaults: {
          messageText: { operation: 'keep' },
          toolParameters: { operation: 'truncate', params: { truncate: { maxChars: 400 } } },
          toolResults: { operation: 'truncate', params: { truncate: { maxLines: 20 } } },
        },
      },
      execution: { type: 'always' },
    },
    {
      id: 'summary',
      name: 'Summarize',
      description: 'What the assistant and its tools did is summarized; what people wrote stays.',
      selection: { type: 'custom', custom: { roles: ['assistant', 'tool'], olderThan: 10 } },
      mode: 'batch',
      batchConfig: { operation: 'summarize', summarizationConfig: { keepFirst: 0, keepLast: 0 } },
      execution: { type: 'always' },
    },
  ],
};

/** Ordered steps, each with its own selection, mode, operations and condition. Stops as soon as the goal is met. */
export const smart: Strategy<SmartConfig> = {
  id: 'smart',
  name: 'Smart',
  description:
    'Runs the steps you choose, in your order: repeated content, truncation, summaries. Stops as soon as the goal is met.',
  version: '1.0.0',
  capabilities: {
    supportsLossless: true,
    supportsBatchMode: true,
    supportsIndividualMode: true,
    supportsMultiPass: true,
    supportsLLMSummarization: true,
    estimatedSpeed: 'medium',
  },
  config: schemaOf<SmartConfig>(smartShape, smartDefaults),
  passes: ({ losslessPrelude, passes }) => [
    ...(losslessPrelude?.enabled ? lossless.passes({ ...lossless.config.defaults, ...losslessPrelude.operations }) : []),
    ...passes.map(passOf).filter((pass) => pass !== null),
  ],
};

function passOf(step: SmartPass): Pass | null {
  const { id, name } = step;
  const when: Condition =
    step.execution.type === 'always' ? { type: 'always' } : { type: 'conditional', ...step.execution.condition };
  const selection: Selection = step.selection;
  if (step.mode === 'individual') return individual(step, when, selection);
  if (step.batchConfig?.operation !== 'summarize') return null;
  return batchPass({ id, name, when, selection, stopAtGoal: true, ...step.batchConfig.summarizationConfig });
}

function individual({ id, name, individualConfig }: SmartPass, when: Condition, selection: Selection): Pass {
  const defaults = operationsOf(individualConfig?.defaults);
  const overrides = new Map(
    individualConfig?.overrides?.map(({ messageIndex, operations }) => [
      messageIndex,
      operationsOf({ ...individualConfig.defaults, ...operations }),
    ]),
  );
  return individualPass({
    id,
    name,
    when,
    selection,
    operationsFor: ({ index }) => overrides.get(index) ?? defaults,
  });
}

/** A config with every operation in its long form, as editors show it. */
export function spelledOut(config: SmartConfig): SmartConfig {
  const long = (given: SmartOperation): SmartOperation => (typeof given === 'string' ? { operation: given } : given);
  const all = <Given extends object>(operations: Given) =>
    Object.fromEntries(Object.entries(operations).map(([type, given]) => [type, long(given as SmartOperation)])) as Given;
  const passes = config.passes.map((pass) => {
    if (pass.individualConfig === undefined) return pass;
    const { defaults, overrides } = pass.individualConfig;
    const others = overrides?.map((other) => ({ ...other, operations: all(other.operations) }));
    return { ...pass, individualConfig: { defaults: all(defaults), ...(others === undefined ? {} : { overrides: others }) } };
  });
  return { ...config, passes };
}

function operationsOf(chosen: SmartIndividual['defaults'] | undefined): Operations {
  return {
    messageText: operationOf(chosen?.messageText),
    toolParameters: operationOf(chosen?.toolParameters),
    toolResults: operationOf(chosen?.toolResults),
  };
}

function operationOf(given: SmartOperation | SmartOperation['operation'] | undefined): Operation {
  const chosen = typeof given === 'string' ? { operation: given } : given;
  switch (chosen?.operation) {
    case 'suppress':
      return { operation: 'suppress' };
    case 'truncate':
      return { operation: 'truncate', truncate: chosen.params?.truncate ?? TRUNCATE };
    case 'summarize':
      return { operation: 'summarize', summarize: chosen.params?.summarize ?? {} };
    default:
      return { operation: 'keep' };
  }
}
