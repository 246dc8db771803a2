type Listener = (session: string, key: string) => void;

const listeners = new Set<Listener>();

/** Notifies that what was sent under a key is in the record. */
export function notifyStored(session: string, key: string): void {
  for (const listener of listeners) listener(session, key);
}

/** Is called for every key whose message is in the record, whichever stream brings it. */
export function onStored(listener: Listener): void {
  listeners.add(listener);
}
