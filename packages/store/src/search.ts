import type { EntryId, Role } from '@tenfold/core';
import { sql } from 'kysely';
import { readableOf, readMessage, readObject } from './column-json.ts';
import { StoreCorrupt } from './error.ts';
import { entryWords, type FtsTable, memoryWords, type Phrase, phrasesOf } from './fts.ts';
import { longSnippet } from './long-snippet.ts';
import { ownSession } from './ownership.ts';
import { createYield } from './planned-append.ts';
import type { Scope } from './scope.ts';
import type { SessionId, SessionKind } from './session.ts';
import { type Snippet, snippetOf } from './snippet.ts';

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
}

/** Full-text search over everything ever said, folded or not, best match first. */
export interface Search {
  entries(query: Query): Promise<readonly Hit[]>;
  memories(query: Query): Promise<readonly MemoryHit[]>;
}

const MAX_HITS = 200;

/** The search of a scope. */
export function createSearch(scope: Scope): Search {
  return {
    async entries(query) {
      const { phrases, numbers } = await find(scope, 'entries', query);
      if (numbers.length === 0) return [];
      const rows = await scope.read
        .selectFrom('entries')
        .innerJoin('sessions', 'sessions.id', 'entries.session')
        .select(['number', 'session', 'entries.id', 'position', 'role', 'entries.created_at', 'sessions.title', 'sessions.kind'])
        .select(sql<number>`octet_length(message)`.as('bytes'))
        .where('entries.number', 'in', numbers)
        .execute();
      const found = inOrder(numbers, rows);
      const snippets = await snippetsOf(scope, found, phrases);
      return found.flatMap((row) => {
        const snippet = snippets.get(row.number);
        if (snippet === undefined) return [];
        const { session, title: sessionTitle, id: entry, position, created_at: createdAt } = row;
        const [sessionKind, role] = [row.kind as SessionKind, row.role as Role];
        return [{ session, sessionTitle, sessionKind, entry, position, role, ...snippet, createdAt }];
      });
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

/** Bytes of messages that are read together; a longer one is read by itself, and only as far as it is shown. */
const MUCH = 1 << 18;

/** What is shown of the messages of hits, by their numbers. Those that cannot be read have none. */
async function snippetsOf(
  { read }: Scope,
  hits: readonly { readonly number: number; readonly bytes: number }[],
  phrases: readonly Phrase[],
): Promise<ReadonlyMap<number, Snippet>> {
  const shown = new Map<number, Snippet>();
  const yieldToOthers = createYield();
  for (let from = 0, to = 0; from < hits.length; from = to) {
    for (let bytes = 0; to < hits.length && (to === from || bytes + (hits[to]?.bytes ?? 0) <= MUCH); to++)
      bytes += hits[to]?.bytes ?? 0;
    const numbers = hits.slice(from, to).map(({ number }) => number);
    const rows = await read.selectFrom('entries').select(['number', 'message']).where('number', 'in', numbers).execute();
    for (const { number, message } of rows) {
      try {
        const isLong = message.length > MUCH;
        shown.set(number, isLong ? await longSnippet(message, phrases) : snippetOf(entryWords(readMessage(message)), phrases));
      } catch (error) {
        if (!(error instanceof StoreCorrupt)) throw error;
      }
    }
    await yieldToOthers();
  }
  return shown;
}

async function find(scope: Scope, table: FtsTable, query: Query): Promise<{ phrases: Phrase[]; numbers: readonly number[] }> {
  const { text, session, limit = 20 } = query;
  if (session !== undefined) await ownSession(scope.read, scope.owner, session);
  const phrases = phrasesOf(text);
  if (phrases.length === 0) return { phrases, numbers: [] };
  const wanted = { phrases, owner: scope.owner, limit: Math.min(Math.max(limit, 0), MAX_HITS) };
  return {
    phrases,
    numbers: await scope.fts.find(scope.system.read, table, session === undefined ? wanted : { ...wanted, session }),
  };
}

function inOrder<Row extends { number: number }>(numbers: readonly number[], rows: readonly Row[]): Row[] {
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  return numbers.flatMap((number) => byNumber.get(number) ?? []);
}
