import type { EntryId, Role } from '@tenfold/core';
import { readableOf, readMessage, readObject } from './column-json.ts';
import { type FtsTable, type Phrase, phrasesOf } from './fts.ts';
import { ownSession } from './ownership.ts';
import type { Scope } from './scope.ts';
import { entryWords, memoryWords } from './search-words.ts';
import type { SessionId, SessionKind } from './session.ts';
import { snippetOf } from './snippet.ts';

/** A passage that matches. */
export interface Hit {
  readonly session: SessionId;
  readonly sessionTitle: string;
  readonly sessionKind: SessionKind;
  readonly entry: EntryId;
  readonly position: number;
  readonly role: Role;
  /** Up to 200 characters around the first match. */
  readonly snippet: string;
  /** Start and length of each match in `snippet`, in UTF-16 units. */
  readonly marks: readonly (readonly [start: number, length: number])[];
  readonly createdAt: number;
}

/** A memory that matches. */
export interface MemoryHit {
  readonly session: SessionId;
  readonly sessionTitle: string;
  readonly snapshot: string;
  readonly snippet: string;
  readonly marks: readonly (readonly [start: number, length: number])[];
  readonly createdAt: number;
}

/** What to look for. All words must occur; the last may be a beginning; `"…"` is a phrase. No syntax can make it fail. */
export interface Query {
  readonly text: string;
  readonly session?: SessionId;
  /** Default 20, at most 200. */
  readonly limit?: number;
  readonly offset?: number;
}

/** Full-text search over everything ever said, folded or not, best match first. */
export interface Search {
  entries(query: Query): Promise<readonly Hit[]>;
  memories(query: Query): Promise<readonly MemoryHit[]>;
}

const MAX_HITS = 200;

/** The search of a scope. */
export function searchOn(scope: Scope): Search {
  return {
    async entries(query) {
      const { phrases, numbers } = await find(scope, 'entries', query);
      if (numbers.length === 0) return [];
      const rows = await scope.read
        .selectFrom('entries')
        .innerJoin('sessions', 'sessions.id', 'entries.session')
        .selectAll('entries')
        .select(['sessions.title', 'sessions.kind'])
        .where('entries.number', 'in', numbers)
        .execute();
      return readableOf(inOrder(numbers, rows), (row) => ({
        session: row.session,
        sessionTitle: row.title,
        sessionKind: row.kind as SessionKind,
        entry: row.id,
        position: row.position,
        role: row.role as Role,
        ...snippetOf(entryWords(readMessage(row.message)), phrases),
        createdAt: row.created_at,
      }));
    },
    async memories(query) {
      const { phrases, numbers } = await find(scope, 'memories', query);
      if (numbers.length === 0) return [];
      const rows = await scope.read
        .selectFrom('session_snapshots')
        .innerJoin('sessions', 'sessions.id', 'session_snapshots.session')
        .selectAll('session_snapshots')
        .select('sessions.title')
        .where('session_snapshots.number', 'in', numbers)
        .execute();
      return readableOf(inOrder(numbers, rows), (row) => ({
        session: row.session,
        sessionTitle: row.title,
        snapshot: row.id,
        ...snippetOf(memoryWords(readObject(row.content_json)), phrases),
        createdAt: row.created_at,
      }));
    },
  };
}

async function find(scope: Scope, table: FtsTable, query: Query): Promise<{ phrases: Phrase[]; numbers: readonly number[] }> {
  const { text, session, limit = 20, offset = 0 } = query;
  if (session !== undefined) await ownSession(scope.read, scope.owner, session);
  const phrases = phrasesOf(text);
  if (phrases.length === 0) return { phrases, numbers: [] };
  const wanted = { phrases, owner: scope.owner, limit: Math.min(Math.max(limit, 0), MAX_HITS), offset: Math.max(offset, 0) };
  return {
    phrases,
    numbers: await scope.fts.find(scope.system.read, table, session === undefined ? wanted : { ...wanted, session }),
  };
}

function inOrder<Row extends { number: number }>(numbers: readonly number[], rows: readonly Row[]): Row[] {
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  return numbers.flatMap((number) => byNumber.get(number) ?? []);
}
