import { isPostgresUrl, openPostgres, openSqlite, type Store, StoreError } from '../../index.ts';

// A process that has stores open for another one: each message names a store, a method and what it is given.

/** A store of the other process's laws. */
export interface StoreAddress {
  readonly address: string;
  /** Of a database. */
  readonly schema?: string;
}

/** One call. */
export interface Call {
  readonly number: number;
  /** Which opening of the place it is for. */
  readonly opened: number;
  readonly place: StoreAddress;
  readonly owner: string | null;
  readonly path: readonly string[];
  readonly given: readonly unknown[];
}

/** What came of one. */
export interface Reply {
  readonly number: number;
  readonly value?: unknown;
  readonly failed?: { readonly name: string; readonly message: string; readonly code?: string; readonly facts?: object };
}

const stores = new Map<number, Promise<Store>>();

process.on('message', async ({ number, opened, place, owner, path, given }: Call) => {
  const reply = (said: Omit<Reply, 'number'>) => process.send?.({ number, ...said });
  try {
    const open = () => (isPostgresUrl(place.address) ? openPostgres(place.address, place) : openSqlite(place.address));
    const opening = stores.get(opened) ?? open();
    stores.set(opened, opening);
    const whole = await opening;
    const store = owner === null ? whole : whole.for(owner);
    const [part = '', method] = path;
    const found = (store as unknown as Record<string, unknown>)[part];
    const call = method === undefined ? found : (found as Record<string, unknown>)[method];
    reply({ value: await (call as (...all: unknown[]) => unknown).apply(found, [...given]) });
  } catch (error) {
    const { name, message } = error as Error;
    const known = error instanceof StoreError ? { code: error.code, facts: error.facts } : {};
    reply({ failed: { name, message, ...known } });
  }
});
process.on('disconnect', () => process.exit(0));
