import type { Frame, Json, JsonObject, Message } from '@tenfold/core';
import type { Located } from '../records.ts';
import type { Sliced } from '../slices.ts';
import type { SaidAt } from './said-at.ts';

/** Names a kind of transcript file that a program writes for itself. */
export type ImportId = 'claude-code' | 'codex' | 'chatgpt' | 'opencode' | 'ai-sdk-ui';

/** A conversation found in such a file. */
export interface Imported extends SaidAt {
  readonly id?: string;
  readonly line: number;
  /** Facts about it that are no messages (title, model, folder), kept when it is written. */
  readonly meta: JsonObject;
  readonly frame: Frame;
  readonly messages: readonly Message[];
}

/** Reads one kind of transcript file. Records it does not know are passed over; it never throws. */
export interface Importer {
  readonly id: ImportId;
  readonly name: string;
  /** Whether these records, some of them at least, are of this kind. */
  detect(records: readonly Json[]): Sliced<boolean>;
  read(records: readonly Located[]): Sliced<readonly Imported[]>;
  /** Every record is a conversation, and can be read without the others. */
  readonly readsEach?: true;
}
