import { perSession } from './per-session.ts';
import { keepStored, readStored } from './stored.ts';

const STORED = 'tenfold.dismissed-folds';
/** The newest so many are remembered: older ones are far up in their threads. */
const MAX_KEPT = 200;
const ALL = '';

const kept = readStored('localStorage', STORED);
const dismissed = perSession<ReadonlySet<string>>(
  new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []),
);

/** Folds that came to nothing and were put out of sight, in this browser. */
export function useDismissedFolds(): ReadonlySet<string> {
  return dismissed.use(ALL);
}

/** Puts a fold that came to nothing out of sight for good. */
export function keepDismissed(job: string): void {
  dismissed.set(ALL, (now) => new Set([...now, job].slice(-MAX_KEPT)));
  keepStored('localStorage', STORED, [...dismissed.get(ALL)]);
}
