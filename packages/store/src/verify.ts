import type { SessionId } from './sessions.ts';

/** Something stored that does not match its hash or its place. */
export interface Damage {
  readonly session: SessionId;
  /** 1-based order of storing of the entry, null when it is not about one entry. */
  readonly sequence: number | null;
  readonly what: string;
}

/** What `verify` found. */
export interface Verification {
  readonly sessions: number;
  readonly entries: number;
  readonly damages: readonly Damage[];
}
