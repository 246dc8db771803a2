import { findStrategy, type JsonObject, type SmartOperation, type SmartPass } from '@tenfold/core';
import type { ControlKind } from '../form/control-kind.ts';
import type { FormField } from '../form/fields.tsx';
import { CONTENT_NAMES } from './pass-words.ts';

const ROLES = { user: 'user', assistant: 'assistant', tool: 'tool', system: 'system' };

/** What the strategy's own schema says of a field of a pass, by its path. */
function schemaAt(path: string): JsonObject {
  const inside = (at: JsonObject, step: string): JsonObject => {
    const forms = (at.oneOf ?? [at]) as readonly JsonObject[];
    const found = forms.find(({ properties }) => Object.hasOwn((properties ?? {}) as object, step));
    return ((found?.properties as JsonObject | undefined)?.[step] ?? at.items) as JsonObject;
  };
  return `passes.0.${path}`.split(/[.[\]]+/).reduce(inside, findStrategy('smart').config.json);
}

/** A field as the schema calls and explains it, unless said otherwise. */
function field(name: string, kind: ControlKind, more: Partial<FormField> = {}): FormField {
  const { title, description } = schemaAt(name);
  const help = kind.type === 'list' ? `${String(description)} Separated by commas.` : String(description);
  return { name, label: String(title), kind, help, ...more };
}

/** What a pass is called. */
export const NAME_FIELDS: readonly FormField[] = [field('name', { type: 'line' }), field('description', { type: 'line' })];

const SELECTED: Readonly<Record<SmartPass['selection']['type'], readonly FormField[]>> = {
  preserve_recent: [field('selection.keepRecentCount', { type: 'number' }, { wide: true })],
  preserve_percent: [field('selection.keepPercentage', { type: 'number', step: 5 }, { wide: true })],
  custom: [
    field('selection.custom.roles', { type: 'ticks', options: ROLES }),
    field('selection.custom.kinds', { type: 'ticks', options: CONTENT_NAMES }),
    field('selection.custom.olderThan', { type: 'number', empty: 'none' }),
    field('selection.custom.minTokens', { type: 'number', step: 100, empty: 'any' }),
    field('selection.custom.tools', { type: 'list' }),
    field('selection.custom.ids', { type: 'list' }),
  ],
};
const SELECTION_HELP: Readonly<Record<SmartPass['selection']['type'], string>> = {
  preserve_recent: 'All but the newest messages.',
  preserve_percent: 'All but the newest share of messages.',
  custom: 'Messages that meet all conditions given.',
};
const SELECTIONS = { preserve_recent: 'Keep recent', preserve_percent: 'Keep a share', custom: 'Conditions' };

/** Which messages a pass works on, and whether as one block. */
export function selectionFields({ selection: { type }, mode }: SmartPass): readonly FormField[] {
  const never = 'Protected messages, your latest request and the newest step are never touched.';
  return [
    segments('selection.type', 'Selection', SELECTIONS, `${SELECTION_HELP[type]} ${never}`),
    ...SELECTED[type],
    segments(
      'mode',
      'Mode',
      { individual: 'Each message', batch: 'One block' },
      mode === 'batch'
        ? 'All selected messages are taken as one block.'
        : 'Each selected message is worked on by itself, by kind of content.',
    ),
  ];
}

/** What happens to the selected messages as one block. */
export function batchFields({ batchConfig }: SmartPass): readonly FormField[] {
  const path = 'batchConfig.summarizationConfig';
  const isKept = batchConfig?.operation === 'keep';
  return [
    segments(
      'batchConfig.operation',
      'Operation',
      { summarize: 'Summarize', keep: 'Keep' },
      isKept ? 'The block is left alone.' : 'The middle of the block becomes one summary.',
    ),
    ...(batchConfig?.operation === 'summarize'
      ? [
          field(`${path}.keepFirst`, { type: 'number' }, { otherwise: 0 }),
          field(`${path}.keepLast`, { type: 'number' }, { otherwise: 0 }),
          ...summaryFields(path),
        ]
      : []),
  ];
}

const OPERATIONS: ControlKind = {
  type: 'choice',
  options: { keep: 'Keep', suppress: 'Suppress', truncate: 'Truncate', summarize: 'Summarize' },
  hints: {
    keep: 'Stays as it is',
    suppress: 'Becomes ⟨ Content suppressed ⟩',
    truncate: 'Keeps its beginning, then ⟨ ... truncated ⟩',
    summarize: 'A model shortens it',
  },
};

/** What happens to one kind of content, with its parameters. */
export function operationFields(label: string, path: string, { operation }: SmartOperation): readonly FormField[] {
  const limits = `${path}.params.truncate`;
  return [
    { name: `${path}.operation`, label, spoken: `${label}: operation`, kind: OPERATIONS, otherwise: 'keep', wide: true },
    ...(operation === 'summarize' ? summaryFields(`${path}.params.summarize`) : []),
    ...(operation === 'truncate'
      ? [
          field(`${limits}.maxLines`, { type: 'number', empty: 'no limit' }),
          field(`${limits}.maxChars`, { type: 'number', step: 100, empty: 'no limit' }),
          field(`${limits}.addEllipsis`, { type: 'tick' }, { label: 'Leave a visible mark where text was cut', otherwise: true }),
        ]
      : []),
  ];
}

/** Who summarizes, how long a summary may be and its prompt. */
function summaryFields(path: string): readonly FormField[] {
  return [
    field(`${path}.apiProfile`, { type: 'profile', none: 'Condensing profile', fast: true }),
    field(`${path}.maxTokens`, { type: 'number', step: 100, empty: 'a tenth' }),
    field(`${path}.customPrompt`, { type: 'text', rows: 4 }, { folded: true }),
  ];
}

/** Whether a pass always runs. */
export function conditionFields({ execution }: SmartPass): readonly FormField[] {
  const isAlways = execution.type === 'always';
  return [
    segments(
      'execution.type',
      'When',
      { always: 'Always', conditional: 'Only when needed' },
      isAlways ? 'Runs unless the goal is already met.' : 'Runs only while the context is larger than this.',
    ),
    ...(isAlways ? [] : [field('execution.condition.tokenThreshold', { type: 'number', step: 1_000 }, { wide: true })]),
  ];
}

/** The message an exception is about. */
export function positionField(index: number): FormField {
  return field(`individualConfig.overrides[${index}].messageIndex`, { type: 'number' }, { wide: true });
}

function segments(name: string, label: string, options: Readonly<Record<string, string>>, help: string): FormField {
  return { name, label, help, kind: { type: 'segments', options }, wide: true };
}
