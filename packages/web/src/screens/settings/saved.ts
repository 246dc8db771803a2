import { appState } from '../../state/per-session.ts';

/** What was saved last, and how to take it back. */
export interface Saved {
  /** Which one this is of all that were saved: the same words may be said twice. */
  readonly number: number;
  readonly what: string;
  readonly undo: (() => Promise<unknown>) | null;
}

/** What was saved last. */
export const lastSaved = appState<Saved | null>(null);

/** Notes what was just saved; with `undo` it can be taken back from the line at the bottom. */
export function noteSaved(what: string, undo: Saved['undo'] = null): void {
  lastSaved.set({ number: (lastSaved.get()?.number ?? 0) + 1, what, undo });
}
