import { setTimeout as wait } from 'node:timers/promises';
import { HAND_OVER_MS, type Log, type Tenfold } from '@tenfold/session';
import type { Streams } from '../stream/streams.ts';
import type { Listening } from './listen.ts';
import type { Drain } from './settings.ts';

/** What is closed once nothing is under way: connections, leases, the store. */
const CLOSE_MS = 10_000;

/** The longest an orderly stop takes; whatever ends a process from outside waits longer. */
export function longestStop({ noticeMs, turnsMs }: Drain): number {
  return noticeMs + turnsMs + HAND_OVER_MS + CLOSE_MS;
}

/**
 * Goes so that nobody is refused: says so first, while it still answers; then takes no new connections, sends readers of events to
 * another server, and lets answers under way come to their end or go on there.
 */
export async function drain(
  { noticeMs, turnsMs }: Drain,
  { listening, streams, tenfold, log }: { listening: Listening; streams: Streams; tenfold: Tenfold; log: Log },
): Promise<void> {
  log.info('draining');
  listening.leave();
  await wait(noticeMs);
  listening.refuse();
  streams.closeEvents();
  if (!(await tenfold.leaveTurns(turnsMs))) log.warn('turns-cut', { afterMs: turnsMs });
}
