import type { ContextStatus } from '@tenfold/contract';
import { whole } from '../ui/figures.ts';

/** What the gauge needs of a status. */
type Gauged = Pick<ContextStatus, 'used' | 'room' | 'percent' | 'level' | 'exact'>;

/** How full it is, for ears. */
export function spokenGauge({ used, room, percent, level, exact }: Gauged): string {
  const about = exact ? '' : 'about ';
  return `${about}${whole(used)} of ${whole(room)} tokens, ${Math.round(percent)} percent, ${level}`;
}
