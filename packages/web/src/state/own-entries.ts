import type { Entry } from '../api/contract.ts';

type Hears = (session: string, entry: Entry) => void;

const listeners = new Set<Hears>();

/** Tells that a message of this tab is in the record. */
export function tellOwnEntry(session: string, entry: Entry): void {
  for (const listener of listeners) listener(session, entry);
}

/** Hears of every message of this tab that is in the record, however the news come. */
export function hearOwnEntries(listener: Hears): void {
  listeners.add(listener);
}
