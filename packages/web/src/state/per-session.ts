import { useSyncExternalStore } from 'react';
import { useSessionId } from './session-id.ts';

/** Something the tab knows about each session and the server does not: it outlives screens, not the tab. */
export interface PerSession<Value> {
  get(session: string): Value;
  set(session: string, next: (value: Value) => Value): void;
  /** The value, in a component. */
  use(session: string): Value;
  /** The same for the session one is in. */
  useHere(): Value;
}

/** Keeps a value for every session, beginning with `initial`. Listeners are called for their own session only. */
export function perSession<Value>(initial: Value): PerSession<Value> {
  const values = new Map<string, Value>();
  const listeners = new Map<string, Set<() => void>>();
  const get = (session: string): Value => values.get(session) ?? initial;
  const use = (session: string) =>
    useSyncExternalStore(
      (listener) => {
        const mine = listeners.get(session) ?? new Set();
        listeners.set(session, mine.add(listener));
        return () => mine.delete(listener);
      },
      () => get(session),
    );
  return {
    get,
    use,
    useHere: () => use(useSessionId()),
    set(session, next) {
      const before = get(session);
      const after = next(before);
      if (Object.is(before, after)) return;
      values.set(session, after);
      for (const listener of listeners.get(session) ?? []) listener();
    },
  };
}

/** The same for what the tab knows once, whichever session is open. */
export function appState<Value>(initial: Value) {
  const one = perSession(initial);
  return { get: () => one.get(''), set: (value: Value) => one.set('', () => value), use: () => one.use('') };
}
