import type { ContextStatus } from '@tenfold/contract';
import { formatStatus } from '@tenfold/core';
import { whole } from '../ui/figures.ts';

/** What the gauge needs of a status. */
export type Gauged = Pick<ContextStatus, 'used' | 'room' | 'percent' | 'level' | 'exact'>;

/** `2,450 / 128,000 tokens - 2%`, with `≈` where the count is not exact for the model. */
export function gaugeText(status: Gauged): string {
  return formatStatus(status);
}

/** The same for ears. */
export function spokenGauge({ used, room, percent, level, exact }: Gauged): string {
  const about = exact ? '' : 'about ';
  return `${about}${whole(used)} of ${whole(room)} tokens, ${Math.round(percent)} percent, ${level}`;
}

/** Where a threshold comes from, in words. */
export function originWords(from: string): string {
  return from === 'default' ? 'built-in default' : `set for this ${from === 'global' ? 'installation' : from}`;
}
