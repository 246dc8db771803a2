import type { Dependencies } from '../dependencies.ts';
import { reasonOf } from '../log.ts';

/** Days an answer is kept for a retry: long enough for a fold that was broken off, and never part of the record. */
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

/** Drops answers nobody will come back for. Failing to is no reason to stop anything. */
export async function tidyAnswers({ store, now, log }: Pick<Dependencies, 'store' | 'now' | 'log'>): Promise<void> {
  try {
    await store.answers.prune(now() - KEPT_DAYS * DAY_MS);
  } catch (error) {
    log.warn('answers-not-tidied', { reason: reasonOf(error) });
  }
}
