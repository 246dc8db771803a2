import type { Frame, Json, JsonObject, Message } from '@tenfold/core';
import type { Located } from '../records.ts';
import { AT_ONCE, type Sliced } from '../slices.ts';
import type { TimeSpan } from './time-span.ts';

/** Names a kind of transcript file that a program writes for itself. */
export type ImportId = 'claude-code' | 'codex' | 'chatgpt' | 'opencode' | 'ai-sdk-ui';

/** A conversation found in such a file. */
export interface Imported extends TimeSpan {
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
  /** Whether these records, some of them at least, are of this kind. */
  detect(records: readonly Json[]): Sliced<boolean>;
  read(records: readonly Located[]): Sliced<readonly Imported[]>;
  /** Every record is a conversation, and can be read without the others. */
  readonly readsEach?: true;
  /** Its records are one conversation, and refer to each other: a long one is gone through twice. */
  readonly twice?: () => TwiceRead;
}

/** Messages, and when each was said. */
export interface Told {
  readonly messages: readonly Message[];
  readonly times: readonly (number | null)[];
}

/** One conversation, gone through once to learn what belongs to it, and once more to read that. */
export interface TwiceRead {
  note(record: Located): void;
  /** What is told of it beside its messages, once all records are noted; undefined where there is no conversation. */
  settle(): Sliced<Omit<Imported, 'frame' | keyof Told> | undefined>;
  /** Messages of the same records in the same order, some at a time; the first of them bring the frame. */
  read(records: readonly Located[], isLast: boolean): Sliced<Told & { readonly frame?: Frame }>;
}

/** Both goes over records that are all there. */
export function* readTwice(reading: TwiceRead, records: readonly Located[]): Sliced<readonly Imported[]> {
  for (const [index, record] of records.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) yield;
    reading.note(record);
  }
  const about = yield* reading.settle();
  return about === undefined ? [] : [{ frame: {}, ...about, ...(yield* reading.read(records, true)) }];
}
