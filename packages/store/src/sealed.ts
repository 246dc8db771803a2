import type { JsonObject } from '@tenfold/core';
import { readObject, withFallback } from './column-json.ts';
import { findRow, listRows, updateRows } from './rows.ts';
import type { Scope } from './scope.ts';

/** A sealed text and whose it is. What it says is nobody's business here. */
export interface SealedRow {
  readonly kind: 'profile' | 'setting';
  readonly owner: string;
  readonly id: string;
  /** What the row is called. */
  readonly name: string;
  readonly sealed: Uint8Array;
}

/** Everything that is stored sealed, of all owners: keys of profiles, and settings of a scope that hold a sealed text. */
export interface Sealed {
  list(scope: string): Promise<readonly SealedRow[]>;
  /**
   * Replaces what `reseal` gives something for, all of it in one step, and answers how many that were. It may be run twice, so it
   * does nothing but that.
   */
  replace(scope: string, reseal: (row: SealedRow) => Uint8Array | null): Promise<number>;
}

/** The sealed rows behind a scope. */
export function createSealed({ system }: Scope): Sealed {
  return {
    list: (scope) => rowsOf(system.read, scope),
    replace: (scope, reseal) =>
      system.write(['sealed'], async (db) => {
        let replaced = 0;
        for (const row of await rowsOf(db, scope)) {
          const sealed = reseal(row);
          if (sealed === null) continue;
          replaced++;
          const { owner, id } = row;
          if (row.kind === 'profile')
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

async function rowsOf(db: Scope['read'], scope: string): Promise<readonly SealedRow[]> {
  const profiles = await db
    .selectFrom('profiles')
    .select(['owner', 'id', 'name', 'secret'])
    .where('secret', 'is not', null)
    .orderBy('owner')
    .orderBy('id')
    .execute();
  const settings = await listRows(db, 'settings', { scope }, ['owner', 'key']);
  return [
    ...profiles.flatMap(({ owner, id, name, secret }): SealedRow[] =>
      secret === null ? [] : [{ kind: 'profile', owner, id, name, sealed: new Uint8Array(secret) }],
    ),
    ...settings.flatMap(({ owner, key: id, value }): SealedRow[] => {
      const { sealed, name } = readSealed(value);
      if (typeof sealed !== 'string') return [];
      return [{ kind: 'setting', owner, id, name: String(name ?? id), sealed: Buffer.from(sealed, 'base64') }];
    }),
  ];
}

const readSealed = withFallback(readObject, {} as JsonObject);
