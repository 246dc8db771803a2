import type { Json } from '@tenfold/core';
import type { Selectable } from 'kysely';
import { readableOf, readJson, withFallback } from './column-json.ts';
import { refuseMore } from './refuse-more.ts';
import { findRow, listRows, putRow, removeRows } from './rows.ts';
import type { Schema } from './schema.ts';
import type { Scope } from './scope.ts';
import { nextVersion } from './version.ts';

/** A stored value. `scope` is `global`, `project:ID`, `session:ID`, `strategy:ID` or whatever the caller resolves by. */
export interface Setting {
  readonly scope: string;
  readonly key: string;
  readonly value: Json;
  readonly version: number;
  readonly updatedAt: number;
}

/** Scope of the servers of tools. They are long, so only their versions are read with a session. */
export const TOOL_SERVERS = 'tool-servers';
const MAX_TOOL_SERVERS = 200;

/** Settings of one owner. */
export interface Settings {
  /** One whose value cannot be read is there and says nothing: its value is null. */
  get(scope: string, key: string): Promise<Setting | null>;
  /** One scope, or all of it for an export. What cannot be read counts as not set. */
  list(scope?: string): Promise<readonly Setting[]>;
  /** `expect` is the version read; null says there must be none yet; absent, last write wins. */
  set(setting: { scope: string; key: string; value: Json; expect?: number | null; at: number }): Promise<Setting>;
  /** Back to what it inherits: one, or the whole scope. */
  remove(scope: string, key?: string): Promise<void>;
}

/** The settings of a scope. */
export function createSettings(scope: Scope): Settings {
  return {
    async get(name, key) {
      const row = await findRow(scope.read, 'settings', { owner: scope.owner, scope: name, key });
      return row === undefined ? null : settingOf(row, withFallback(readJson, null));
    },
    async list(name) {
      const match = { owner: scope.owner, ...(name !== undefined && { scope: name }) };
      return readableOf(await listRows(scope.read, 'settings', match, ['scope', 'key']), (row) => settingOf(row));
    },
    set: ({ scope: name, key, value, expect, at }) =>
      scope.write([`setting ${scope.owner} ${name} ${key}`], async (db) => {
        const found = await findRow(db, 'settings', { owner: scope.owner, scope: name, key });
        const of = { owner: scope.owner, scope: name };
        if (found === undefined && name === TOOL_SERVERS)
          await refuseMore(db, { table: 'settings', of, max: MAX_TOOL_SERVERS, called: 'servers of tools' });
        const version = nextVersion(`setting ${name} ${key}`, found?.version, expect);
        const row = { owner: scope.owner, scope: name, key, value: JSON.stringify(value), version, updated_at: at };
        await putRow(db, 'settings', ['owner', 'scope', 'key'], row);
        return settingOf(row);
      }),
    remove: (name, key) =>
      scope.write([], (db) => removeRows(db, 'settings', { owner: scope.owner, scope: name, ...(key !== undefined && { key }) })),
  };
}

function settingOf(row: Selectable<Schema['settings']>, read: (text: string) => Json = readJson): Setting {
  return {
    scope: row.scope,
    key: row.key,
    value: read(row.value),
    version: row.version,
    updatedAt: row.updated_at,
  };
}
