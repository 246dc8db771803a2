import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Usage } from '@tenfold/core';
import type { Selectable } from 'kysely';
import { readUsage, withFallback } from './column-json.ts';
import { runShort } from './fixed-query.ts';
import { findRow, putRow, slicesOf } from './rows.ts';
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

/** The answers of a scope. */
export function createAnswers(scope: Scope): Answers {
  const get = async (hash: string) => {
    const row = await findRow(scope.read, 'answers', { owner: scope.owner, hash });
    return row === undefined ? null : answerOf(row);
  };
  return {
    get,
    async first(hashes) {
      for (const [at, some] of [...slicesOf(hashes)].entries()) {
        if (at > 0) await nextTurn();
        const own = scope.read.selectFrom('answers').select('hash').where('owner', '=', scope.owner);
        const there = new Set((await runShort(scope.read, own.where('hash', 'in', some))).map(({ hash }) => hash));
        const hash = some.find((name) => there.has(name));
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
        await putRow(db, 'answers', ['owner', 'hash'], row);
        return answerOf(row);
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

const readBill = withFallback(readUsage, null);

function answerOf(row: Selectable<Schema['answers']>): StoredAnswer {
  return {
    hash: row.hash,
    text: row.text,
    by: row.answered_by,
    usage: row.usage === null ? null : readBill(row.usage),
    createdAt: row.created_at,
  };
}
