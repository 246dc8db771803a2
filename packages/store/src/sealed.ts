import type { JsonObject } from '@tenfold/core';
import { readObject, withFallback } from './column-json.ts';
import { findRow, listRows, updateRows } from './rows.ts';
import type { Scope } from './scope.ts';

/** A sealed text and whose it is. What it says is nobody's business here. */
export interface SealedRow {
  /** Of a setting; null for a profile. */
  readonly scope: string | null;
  readonly owner: string;
  readonly id: string;
  /** What the row is called. */
  readonly name: string;
  readonly sealed: Uint8Array;
}

/** Everything that is stored sealed, of all owners: keys of profiles, and settings of some scopes that hold a sealed text. */
export interface Sealed {
  list(scopes: readonly string[]): Promise<readonly SealedRow[]>;
  /**
   * Replaces what `reseal` gives something for, all of it in one step, and answers how many that were. It may be run twice, so it
   * does nothing but that.
   */
  replace(scopes: readonly string[], reseal: (row: SealedRow) => Uint8Array | null): Promise<number>;
}

/** The sealed rows behind a scope. */
export function createSealed({ system }: Scope): Sealed {
  return {
    list: (scopes) => rowsOf(system.read, scopes),
    replace: (scopes, reseal) =>
      system.write(['sealed'], async (db) => {
        let replaced = 0;
        for (const row of await rowsOf(db, scopes)) {
          const sealed = reseal(row);
          if (sealed === null) continue;
          replaced++;
          const { scope, owner, id } = row;
          if (scope === null)
            await db
              .updateTable('profiles')
              .set((on) => ({ secret: Buffer.from(sealed), version: on('version', '+', 1) }))
              .where('owner', '=', owner)
              .where('id', '=', id)
              .execute();
          else {
            const setting = { owner, scope, key: id };
            const value = (await findRow(db, 'settings', setting))?.value ?? '{}';
            const next = { ...readObject(value), sealed: Buffer.from(sealed).toString('base64') };
            await updateRows(db, 'settings', setting, { value: JSON.stringify(next) });
          }
        }
        return replaced;
      }),
  };
}

async function rowsOf(db: Scope['read'], scopes: readonly string[]): Promise<readonly SealedRow[]> {
  const profiles = await db
    .selectFrom('profiles')
    .select(['owner', 'id', 'name', 'secret'])
    .where('secret', 'is not', null)
    .orderBy('owner')
    .orderBy('id')
    .execute();
  const settings = [];
  for (const scope of scopes) settings.push(...(await listRows(db, 'settings', { scope }, ['owner', 'key'])));
  return [
    ...profiles.flatMap(({ owner, id, name, secret }): SealedRow[] =>
      secret === null ? [] : [{ scope: null, owner, id, name, sealed: new Uint8Array(secret) }],
    ),
    ...settings.flatMap(({ scope, owner, key: id, value }): SealedRow[] => {
      const { sealed, name } = readSealed(value);
      if (typeof sealed !== 'string') return [];
      return [{ scope, owner, id, name: String(name ?? id), sealed: Buffer.from(sealed, 'base64') }];
    }),
  ];
}

const readSealed = withFallback(readObject, {} as JsonObject);
