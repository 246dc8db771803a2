import type { Usage } from '@tenfold/core';
import type { Selectable } from 'kysely';
import { orElse, readUsage } from './column-json.ts';
import type { Schema } from './schema.ts';
import type { Scope } from './scope.ts';

/** An answer to an ask, kept by the hash of what was asked. */
export interface StoredAnswer {
  readonly hash: string;
  readonly text: string;
  /** Who answered. */
  readonly by: string;
  readonly usage: Usage | null;
  readonly createdAt: number;
}

/** Answers by content hash, so that a retry or a crash never pays twice. */
export interface Answers {
  get(hash: string): Promise<StoredAnswer | null>;
  /** The one under the first of these that has one. */
  first(hashes: readonly string[]): Promise<StoredAnswer | null>;
  put(answer: { hash: string; text: string; by: string; usage?: Usage | null; at: number }): Promise<StoredAnswer>;
  /** Drops those older than `before`; answers how many went. */
  prune(before: number): Promise<number>;
}

/** Names in one query. */
const AT_ONCE = 500;

/** The answers of a scope. */
export function createAnswers(scope: Scope): Answers {
  const get = async (hash: string) => {
    const row = await scope.read
      .selectFrom('answers')
      .selectAll()
      .where('owner', '=', scope.owner)
      .where('hash', '=', hash)
      .executeTakeFirst();
    return row === undefined ? null : answer(row);
  };
  return {
    get,
    async first(hashes) {
      for (let at = 0; at < hashes.length; at += AT_ONCE) {
        const asked = hashes.slice(at, at + AT_ONCE);
        const rows = await scope.read
          .selectFrom('answers')
          .select('hash')
          .where('owner', '=', scope.owner)
          .where('hash', 'in', asked)
          .execute();
        const there = new Set(rows.map(({ hash }) => hash));
        const hash = asked.find((name) => there.has(name));
        if (hash !== undefined) return get(hash);
      }
      return null;
    },
    put: ({ hash, text, by, usage = null, at }) =>
      scope.write([], async (db) => {
        const row = {
          owner: scope.owner,
          hash,
          text,
          answered_by: by,
          usage: usage === null ? null : JSON.stringify(usage),
          created_at: at,
        };
        await db
          .insertInto('answers')
          .values(row)
          .onConflict((on) => on.columns(['owner', 'hash']).doUpdateSet(row))
          .execute();
        return answer(row);
      }),
    prune: (before) =>
      scope.write([], async (db) => {
        const { numDeletedRows } = await db
          .deleteFrom('answers')
          .where('owner', '=', scope.owner)
          .where('created_at', '<', before)
          .executeTakeFirst();
        return Number(numDeletedRows);
      }),
  };
}

const readBill = orElse(readUsage, null);

function answer(row: Selectable<Schema['answers']>): StoredAnswer {
  return {
    hash: row.hash,
    text: row.text,
    by: row.answered_by,
    usage: row.usage === null ? null : readBill(row.usage),
    createdAt: row.created_at,
  };
}
