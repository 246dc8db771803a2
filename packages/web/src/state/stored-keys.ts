type Hears = (session: string, key: string) => void;

const listeners = new Set<Hears>();

/** Tells that what was sent under a key is in the record. */
export function tellStored(session: string, key: string): void {
  for (const listener of listeners) listener(session, key);
}

/** Hears of every key whose message is in the record, however that is told. */
export function hearStored(listener: Hears): void {
  listeners.add(listener);
}
