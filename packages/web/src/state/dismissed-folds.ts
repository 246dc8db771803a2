import { useSyncExternalStore } from 'react';

const STORED = 'tenfold.dismissed-folds';
/** The newest so many are remembered: older ones are far up in their threads. */
const MAX_KEPT = 200;

const listeners = new Set<() => void>();
let dismissed: ReadonlySet<string> | undefined;

/** Folds that came to nothing and were put out of sight, in this browser. */
export function useDismissedFolds(): ReadonlySet<string> {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, known);
}

/** Puts a fold that came to nothing out of sight for good. */
export function keepDismissed(job: string): void {
  dismissed = new Set([...known(), job].slice(-MAX_KEPT));
  try {
    localStorage.setItem(STORED, JSON.stringify([...dismissed]));
  } catch {
    // No room to keep it over a reload; it is out of sight until then.
  }
  for (const listener of listeners) listener();
}

function known(): ReadonlySet<string> {
  dismissed ??= recall();
  return dismissed;
}

function recall(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}
