import type { SmartOperation, SmartPass } from '@tenfold/core';
import type { FormField } from '../form/fields.tsx';
import { CONTENT_NAMES } from './pass-words.ts';

const ROLES = { user: 'user', assistant: 'assistant', tool: 'tool', system: 'system' };

/** What a pass is called. */
export const NAME_FIELDS: readonly FormField[] = [
  { name: 'name', label: 'Name', help: 'What people call the pass.', kind: { type: 'line' } },
  { name: 'description', label: 'Description', help: 'What the pass is for. Optional.', kind: { type: 'line' } },
];

const SELECTIONS: Readonly<Record<SmartPass['selection']['type'], { help: string; fields: readonly FormField[] }>> = {
  preserve_recent: {
    help: 'All but the newest messages.',
    fields: [
      {
        name: 'selection.keepRecentCount',
        label: 'Newest messages kept',
        help: 'How many of the newest messages are left alone.',
        kind: { type: 'number' },
        wide: true,
      },
    ],
  },
  preserve_percent: {
    help: 'All but the newest share of messages.',
    fields: [
      {
        name: 'selection.keepPercentage',
        label: 'Newest share kept (percent)',
        help: 'Percent of the messages, the newest, that are left alone.',
        kind: { type: 'number', step: 5 },
        wide: true,
      },
    ],
  },
  custom: {
    help: 'Messages that meet all conditions given.',
    fields: [
      {
        name: 'selection.custom.roles',
        label: 'Roles',
        help: 'Only messages of these roles; none ticked means all.',
        kind: { type: 'ticks', options: ROLES },
      },
      {
        name: 'selection.custom.kinds',
        label: 'Content',
        help: 'Only messages with content of these kinds; none ticked means all.',
        kind: { type: 'ticks', options: CONTENT_NAMES },
      },
      {
        name: 'selection.custom.olderThan',
        label: 'Leave the newest alone',
        help: 'This many newest messages are not selected.',
        kind: { type: 'number', empty: 'none' },
      },
      {
        name: 'selection.custom.minTokens',
        label: 'At least tokens',
        help: 'Only messages at least this heavy.',
        kind: { type: 'number', step: 100, empty: 'any' },
      },
      {
        name: 'selection.custom.tools',
        label: 'Tools',
        help: 'Only calls and results of these tools, parted by commas.',
        kind: { type: 'list' },
      },
      {
        name: 'selection.custom.ids',
        label: 'Message ids',
        help: 'Only these messages, parted by commas.',
        kind: { type: 'list' },
      },
    ],
  },
};

/** Which messages a pass works on, and whether as one block. */
export function selectionFields({ selection, mode }: SmartPass): readonly FormField[] {
  const { help, fields } = SELECTIONS[selection.type];
  return [
    {
      name: 'selection.type',
      label: 'Selection',
      help: `${help} Protected messages, your latest request and the newest step are never touched.`,
      kind: {
        type: 'segments',
        options: { preserve_recent: 'Keep recent', preserve_percent: 'Keep a share', custom: 'Conditions' },
      },
      wide: true,
    },
    ...fields,
    {
      name: 'mode',
      label: 'Mode',
      help:
        mode === 'batch'
          ? 'All selected messages are taken as one block.'
          : 'Each selected message is worked on by itself, by kind of content.',
      kind: { type: 'segments', options: { individual: 'Each message', batch: 'One block' } },
      wide: true,
    },
  ];
}

/** What happens to the selected messages as one block. */
export function batchFields({ batchConfig }: SmartPass): readonly FormField[] {
  const path = 'batchConfig.summarizationConfig';
  const operation: FormField = {
    name: 'batchConfig.operation',
    label: 'Operation',
    help: batchConfig?.operation === 'keep' ? 'The block is left alone.' : 'The middle of the block becomes one summary.',
    kind: { type: 'segments', options: { summarize: 'Summarize', keep: 'Keep' } },
    wide: true,
  };
  if (batchConfig?.operation !== 'summarize') return [operation];
  return [
    operation,
    {
      name: `${path}.keepFirst`,
      label: 'Keep first',
      help: 'Messages kept at the beginning of the block.',
      kind: { type: 'number' },
      otherwise: 0,
    },
    {
      name: `${path}.keepLast`,
      label: 'Keep last',
      help: 'Messages kept at the end of the block.',
      kind: { type: 'number' },
      otherwise: 0,
    },
    ...summaryFields(path),
  ];
}

/** What happens to one kind of content, with its parameters. */
export function operationFields(name: string, path: string, { operation }: SmartOperation): readonly FormField[] {
  const limits = `${path}.params.truncate`;
  return [
    {
      name: `${path}.operation`,
      label: name,
      spoken: `${name}: operation`,
      kind: {
        type: 'choice',
        options: { keep: 'Keep', suppress: 'Suppress', truncate: 'Truncate', summarize: 'Summarize' },
        hints: {
          keep: 'Stays as it is',
          suppress: 'Becomes ⟨ Content suppressed ⟩',
          truncate: 'Keeps its beginning, then ⟨ ... truncated ⟩',
          summarize: 'A model shortens it',
        },
      },
      otherwise: 'keep',
      wide: true,
    },
    ...(operation === 'summarize' ? summaryFields(`${path}.params.summarize`) : []),
    ...(operation === 'truncate'
      ? ([
          {
            name: `${limits}.maxLines`,
            label: 'Lines',
            help: 'Lines kept from the beginning.',
            kind: { type: 'number', empty: 'no limit' },
          },
          {
            name: `${limits}.maxChars`,
            label: 'Characters',
            help: 'Characters kept from the beginning.',
            kind: { type: 'number', step: 100, empty: 'no limit' },
          },
          {
            name: `${limits}.addEllipsis`,
            label: 'Leave a visible mark where text was cut',
            kind: { type: 'tick' },
            otherwise: true,
          },
        ] as const)
      : []),
  ];
}

/** Who summarises, how long a summary may be and what it is told. */
function summaryFields(path: string): readonly FormField[] {
  return [
    {
      name: `${path}.apiProfile`,
      label: 'Profile',
      help: 'Who writes the summary.',
      kind: { type: 'profile', none: 'Condensing profile', fast: true },
    },
    {
      name: `${path}.maxTokens`,
      label: 'Summary limit (tokens)',
      help: 'Tokens a summary may have; a tenth of what it replaces when empty.',
      kind: { type: 'number', step: 100, empty: 'a tenth' },
    },
    {
      name: `${path}.customPrompt`,
      label: 'Own prompt',
      help: 'Replaces the built-in prompt. Must contain {conversation_history}; empty uses the built-in one.',
      kind: { type: 'text', rows: 4 },
      folded: true,
    },
  ];
}

/** Whether a pass always runs. */
export function conditionFields({ execution }: SmartPass): readonly FormField[] {
  const when: FormField = {
    name: 'execution.type',
    label: 'When',
    help:
      execution.type === 'always' ? 'Runs unless the goal is already met.' : 'Runs only while the context is heavier than this.',
    kind: { type: 'segments', options: { always: 'Always', conditional: 'Only when needed' } },
    wide: true,
  };
  if (execution.type === 'always') return [when];
  return [
    when,
    {
      name: 'execution.condition.tokenThreshold',
      label: 'Above tokens',
      help: 'Tokens of the whole context at which the pass begins to run.',
      kind: { type: 'number', step: 1_000 },
      wide: true,
    },
  ];
}
