import type { RawBuilder } from 'kysely';
import type { jsonArrayFrom } from 'kysely/helpers/sqlite';
import type { FtsIndex } from './fts.ts';
import type { OneEntry, OneWritten } from './one-entry.ts';
import type { Db } from './schema.ts';

/** How something is written. */
export interface WriteOptions {
  /** False for what its writer can bring again: it survives the death of the process, and that of the machine from the next flush on. */
  readonly flushed?: boolean;
  /** True for one that may share its transaction with others of its kind. */
  readonly small?: boolean;
  /** True for one that takes so long to write that a thread does it, where there is one. */
  readonly long?: boolean;
}

/** Tells of a holder of leases, for as long as its process lives, that it is there. */
export interface Presence {
  /** Answers what ends it. Every holder has a name nobody had before. */
  show(name: string): () => void;
  isShown(name: string): boolean;
}

/** What every concept works with: a way to read, a way to write, and whose rows they are. */
export interface Scope {
  readonly owner: string;
  /** Sees everything that was acknowledged. */
  readonly read: Db;
  /**
   * Runs work inside a transaction and resolves once it is on disk. Work that throws leaves nothing behind; it may be run
   * again. `locks` names what it reads before it writes, such as its session: writes with a name in common run one after
   * the other, whatever process they are in. Work whose statements carry their conditions needs none.
   */
  write<T>(locks: readonly string[], work: (db: Db) => Promise<T>, options?: WriteOptions): Promise<T>;
  /**
   * Appends one entry by one statement, where the backend has a way to that. Null, and nothing written, where the branch does not end where it was
   * seen or somebody else holds the session.
   */
  readonly appendOne: ((entry: OneEntry) => Promise<OneWritten | null>) | null;
  /** Reads and writes rows of all owners, for statements that say themselves whose they mean. */
  readonly system: Pick<Scope, 'read' | 'write'>;
  /** Reads and writes people and their tokens, and sees nothing else. */
  readonly people: Pick<Scope, 'read' | 'write'>;
  readonly fts: FtsIndex;
  /** Rows of a subquery as one column, in the backend's way. */
  readonly rowsAsJson: typeof jsonArrayFrom;
  /** What time it is by the one clock of all who write; null where they are on one machine, whose clock the caller's is. */
  readonly clock: RawBuilder<number> | null;
  /** Null where processes of other machines have it open: of them only a beat tells. */
  readonly presence: Presence | null;
  /** Bytes that are used, and those there is still room for; null where nobody here knows. */
  readonly space: (() => { readonly used: number; readonly room: number }) | null;
  /** A number larger than that of any session the owner has: the order of the picker. */
  nextTouch(owner: string): RawBuilder<number>;
}
