import type { Store } from '../store.ts';
import type { Open } from './law.ts';

/** An opener whose store is two connections that take turns, call by call: what one wrote the other must see and respect. */
export function twoWriters(open: Open): Open {
  return async () => {
    const { store, again } = await open();
    const second = await again();
    const close = async () => {
      await second.close();
      await store.close();
    };
    return { store: { ...takingTurns([store, second]), close }, again };
  };
}

function takingTurns(stores: readonly [Store, Store]): Store {
  let turn = 0;
  const next = () => stores[turn++ % 2] as Store;
  const calls = Object.entries(stores[0]).map(([name, value]) => {
    const part = name as keyof Store;
    if (part === 'for') return [part, (owner: string) => takingTurns([stores[0].for(owner), stores[1].for(owner)])];
    if (typeof value === 'function')
      return [part, (...given: never[]) => (next()[part] as (...all: never[]) => unknown)(...given)];
    if (typeof value !== 'object' || value === null) return [part, value];
    const methods = Object.keys(value).map((method) => [
      method,
      (...given: never[]) => (next()[part] as unknown as Record<string, (...all: never[]) => unknown>)[method]?.(...given),
    ]);
    return [part, Object.fromEntries(methods)];
  });
  return Object.fromEntries(calls) as Store;
}
