import type { JsonObject } from '@tenfold/core';
import type { Selectable } from 'kysely';
import type { Schema } from './schema.ts';

type RowOf<Table extends keyof Schema> = Selectable<Schema[Table]>;

/** An entry for the end of a branch, and all that is written with it. */
export interface OneEntry
  extends Pick<RowOf<'entries'>, 'session' | 'id' | 'parent' | 'role' | 'message' | 'digest'>,
    Pick<RowOf<'entries'>, 'input_tokens' | 'output_tokens' | 'counted_tokens' | 'created_at'>,
    Pick<RowOf<'heads'>, 'branch' | 'used_tokens' | 'counted_by' | 'updated_at'>,
    Pick<RowOf<'sessions'>, 'preview' | 'searched'> {
  /** The end and its session as they were seen. */
  readonly segment: number;
  readonly seen_version: number;
  readonly seen_length: number;
  readonly seen_session: number;
  readonly seen_current: string;
  /** The parts of its message as they stand in it. */
  readonly parts: string;
  /** Its words for the search. */
  readonly text: string;
  readonly key: string | null;
  readonly key_digest: string | null;
  /** Name of a session that has none. */
  readonly title: string | null;
  /** What is told of it. */
  readonly events: readonly { readonly type: string; readonly actor?: string | null; readonly data: JsonObject }[];
}

/** What a session has come to with it. */
export type OneWritten = Pick<RowOf<'sessions'>, 'last_sequence' | 'last_event'>;
