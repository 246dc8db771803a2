import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@tenfold/core';
import type { Selectable } from 'kysely';
import { readableOf, readObject } from './column-json.ts';
import { MAX_OF_A_KIND, refuseMore } from './refuse-more.ts';
import { findRow, getRow, listRows, putRow, removeRows } from './rows.ts';
import type { Schema } from './schema.ts';
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
        const found = await findRow(db, 'presets', { owner: scope.owner, id });
        if (found === undefined)
          await refuseMore(db, { table: 'presets', of: { owner: scope.owner }, max: MAX_OF_A_KIND, called: 'presets' });
        const row = {
          owner: scope.owner,
          id,
          name,
          config: JSON.stringify(config),
          version: nextVersion(`preset ${id}`, found?.version, expect),
          created_at: found?.created_at ?? at,
          updated_at: at,
        };
        await putRow(db, 'presets', ['owner', 'id'], row);
        return presetOf(row);
      }),
    get: async (id) => presetOf(await getRow(scope.read, 'presets', 'preset', { owner: scope.owner, id })),
    list: async () => readableOf(await listRows(scope.read, 'presets', { owner: scope.owner }, ['name', 'id']), presetOf),
    remove: (id) => scope.write([], (db) => removeRows(db, 'presets', { owner: scope.owner, id })),
  };
}

function presetOf(row: Selectable<Schema['presets']>): Preset {
  return {
    id: row.id,
    name: row.name,
    config: readObject(row.config),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
