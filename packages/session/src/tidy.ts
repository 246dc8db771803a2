import type { Store } from '@tenfold/store';
import { choose, type Levels } from './settings/choices.ts';

/** Days an answer is kept for a retry: long enough for a fold that was broken off, and never part of the record. */
const ANSWER_DAYS = 30;
/** Days an event is kept for who was away. */
const EVENT_DAYS = 7;
const DAY_MS = 86_400_000;

/** Drops what one owner keeps no longer: answers and events nobody will come back for, and checkpoints that are too old or too many. */
export async function tidy(store: Store, levels: Levels, at: number): Promise<void> {
  await store.answers.prune(at - ANSWER_DAYS * DAY_MS);
  await store.events.prune(at - EVENT_DAYS * DAY_MS);
  await store.checkpoints.prune(at, checkpointsKept(levels));
}

/** How long checkpoints are kept, and how many of one session. */
export function checkpointsKept(levels: Levels): { days: number; perSession: number } {
  return { days: choose(levels, 'checkpointDays').value, perSession: choose(levels, 'checkpointsPerSession').value };
}
