import { setTimeout as wait } from 'node:timers/promises';
import type { Log, Tenfold } from '@tenfold/session';
import type { Streams } from '../stream/streams.ts';
import type { Listening } from './listen.ts';
import type { Drain } from './settings.ts';

/**
 * Goes so that nobody is refused: says so first, while it still answers; then takes no new connections, sends readers of news to
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
  streams.closeNews();
  if (!(await tenfold.leaveTurns(turnsMs))) log.warn('turns-cut', { afterMs: turnsMs });
}
