import type { Scope } from '../ask.ts';
import type { Condition } from '../pass.ts';
import type { Detail, Template } from '../prompts.ts';
import type { Selection } from '../selection.ts';
import type { Row } from '../view.ts';

/** How a batch pass summarizes. */
export interface BatchConfig {
  readonly id: string;
  readonly name: string;
  readonly when: Condition;
  readonly selection: Selection;
  /** Messages of the selection kept at its beginning and end. */
  readonly keepFirst?: number;
  readonly keepLast?: number;
  readonly template?: Template;
  readonly detail?: Detail;
  readonly customPrompt?: string;
  readonly apiProfile?: string;
  /** Tokens the summary may have; a tenth of what it replaces when not set. */
  readonly maxTokens?: number;
  /** Take the oldest messages only until the goal is met; otherwise all that are selected. */
  readonly stopAtGoal?: boolean;
}

/** What one summary tells of: runs of the history, or of steps. */
export interface Batch {
  readonly scope: Scope;
  readonly runs: readonly (readonly Row[])[];
  readonly rows: readonly Row[];
  /** The same with what was hidden without a summary. */
  readonly told: readonly Row[];
  readonly tokens: number;
  /** Tokens its summary may have: a tenth of the messages, and all of a record, which would be gone after a few folds if each shortened it anew. */
  readonly due: number;
}
