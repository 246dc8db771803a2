import type { EntryId, JsonObject, Message } from '@tenfold/core';
import type { SessionId } from './session.ts';

/** Names an answer that is being streamed. */
export type PendingId = string;

/** The lease of what no process works on any more: whoever had it is refused. */
export const LEFT = 0;

/** An answer on its way: what has come so far. It becomes an entry when complete or abandoned. */
export interface PendingAnswer {
  readonly id: PendingId;
  readonly session: SessionId;
  readonly branch: string;
  /** Entry it answers. */
  readonly after: EntryId | null;
  /** Fencing token of the process that streams it: under a dead lease it is an abnormal end. */
  readonly lease: number;
  readonly message: Message;
  readonly facts: JsonObject;
  /** Its place in line, where it is a message that waits for its turn; null for an answer that streams. */
  readonly place: number | null;
  /** True once somebody asked to stop it. */
  readonly stopping: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}
