import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@tenfold/core';
import type { Selectable } from 'kysely';
import { readableOf, readObject } from './column-json.ts';
import { NotFound } from './error.ts';
import type { Db, Schema } from './schema.ts';
import type { Scope } from './scope.ts';
import { nextVersion } from './version.ts';

/** A saved way to condense. */
export interface Preset {
  readonly id: string;
  readonly name: string;
  readonly config: JsonObject;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Presets of one owner, by name. */
export interface Presets {
  /** Adds or replaces one. `expect` is the version read; null says it must be new. */
  put(preset: { id?: string; name: string; config: JsonObject; expect?: number | null; at: number }): Promise<Preset>;
  get(id: string): Promise<Preset>;
  list(): Promise<readonly Preset[]>;
  remove(id: string): Promise<void>;
}

/** The presets of a scope. */
export function createPresets(scope: Scope): Presets {
  return {
    put: ({ id = randomUUID(), name, config, expect, at }) =>
      scope.write([`preset ${scope.owner} ${id}`], async (db) => {
        const found = await find(db, scope.owner, id);
        const row = {
          owner: scope.owner,
          id,
          name,
          config: JSON.stringify(config),
          version: nextVersion(`preset ${id}`, found?.version, expect),
          created_at: found?.created_at ?? at,
          updated_at: at,
        };
        await db
          .insertInto('presets')
          .values(row)
          .onConflict((on) => on.columns(['owner', 'id']).doUpdateSet(row))
          .execute();
        return preset(row);
      }),
    async get(id) {
      const row = await find(scope.read, scope.owner, id);
      if (row === undefined) throw new NotFound('preset', id);
      return preset(row);
    },
    async list() {
      const rows = await scope.read
        .selectFrom('presets')
        .selectAll()
        .where('owner', '=', scope.owner)
        .orderBy('name')
        .orderBy('id')
        .execute();
      return readableOf(rows, preset);
    },
    remove: (id) =>
      scope.write([], async (db) => {
        await db.deleteFrom('presets').where('owner', '=', scope.owner).where('id', '=', id).execute();
      }),
  };
}

function find(db: Db, owner: string, id: string) {
  return db.selectFrom('presets').selectAll().where('owner', '=', owner).where('id', '=', id).executeTakeFirst();
}

function preset(row: Selectable<Schema['presets']>): Preset {
  return {
    id: row.id,
    name: row.name,
    config: readObject(row.config),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
