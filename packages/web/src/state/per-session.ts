import { useSyncExternalStore } from 'react';

/** Something the tab knows about each session and the server does not: it outlives screens, not the tab. */
export interface PerSession<Value> {
  get(session: string): Value;
  set(session: string, next: (value: Value) => Value): void;
  /** The value, in a component. */
  use(session: string): Value;
}

/** Keeps a value for every session, beginning with `initial`. Listeners hear only of their own session. */
export function perSession<Value>(initial: Value): PerSession<Value> {
  const values = new Map<string, Value>();
  const listeners = new Map<string, Set<() => void>>();
  const get = (session: string): Value => values.get(session) ?? initial;
  return {
    get,
    set(session, next) {
      const before = get(session);
      const after = next(before);
      if (Object.is(before, after)) return;
      values.set(session, after);
      for (const listener of listeners.get(session) ?? []) listener();
    },
    use(session) {
      return useSyncExternalStore(
        (listener) => {
          const mine = listeners.get(session) ?? new Set();
          listeners.set(session, mine.add(listener));
          return () => mine.delete(listener);
        },
        () => get(session),
      );
    },
  };
}

/** The same for what the tab knows once, whichever session is open. */
export function appState<Value>(initial: Value) {
  const one = perSession(initial);
  return { get: () => one.get(''), set: (value: Value) => one.set('', () => value), use: () => one.use('') };
}
