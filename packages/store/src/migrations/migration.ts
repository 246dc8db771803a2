import type { QueryExecutorProvider } from 'kysely';
import { StoreUnsupported } from '../error.ts';
import { turnSlots } from './0008-turn-slots.ts';
import { peopleTables } from './0009-people.ts';
import { pinsAndLabels } from './0010-pins-and-labels.ts';
import { firstEntries } from './0011-first-entries.ts';
import { spentTokens } from './0012-spent-tokens.ts';
import { jobEnds } from './0013-job-ends.ts';

/** A step forward. There is no way back: a backup is. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  up(db: QueryExecutorProvider): Promise<void>;
}

/** Steps that both engines take, oldest first: PostgreSQL began with version 7 of SQLite. A published one is never edited. */
export const COMMON_MIGRATIONS: readonly Migration[] = [
  { version: 8, name: 'turn-slots', up: turnSlots },
  { version: 9, name: 'people', up: peopleTables },
  { version: 10, name: 'pins-and-labels', up: pinsAndLabels },
  { version: 11, name: 'first-entries', up: firstEntries },
  { version: 12, name: 'spent-tokens', up: spentTokens },
  { version: 13, name: 'job-ends', up: jobEnds },
];

/** The newest version. */
export const NEWEST_VERSION = COMMON_MIGRATIONS.at(-1)?.version ?? 0;

/** Refuses a store that a newer program wrote. */
export function refuseLaterVersion(version: number): void {
  if (version <= NEWEST_VERSION) return;
  throw new StoreUnsupported(
    `The store has version ${version}; this program knows ${NEWEST_VERSION}. Nothing was changed.`,
    { version, known: NEWEST_VERSION },
    'Use the newer program that wrote it.',
  );
}
