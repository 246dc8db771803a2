import { appState } from './per-session.ts';
import { keepStored, readStored } from './stored.ts';

const STORED = 'tenfold.dismissed-folds';
/** The newest so many are remembered: older ones are far up in their threads. */
const MAX_KEPT = 200;

const kept = readStored('localStorage', STORED);
/** Folds that came to nothing and were put out of sight, in this browser. */
export const dismissedFolds = appState<ReadonlySet<string>>(
  new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []),
);

/** Puts a fold that came to nothing out of sight for good. */
export function keepDismissed(job: string): void {
  const kept = [...dismissedFolds.get(), job].slice(-MAX_KEPT);
  dismissedFolds.set(new Set(kept));
  keepStored('localStorage', STORED, kept);
}
