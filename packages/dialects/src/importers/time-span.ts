import type { Json } from '@tenfold/core';

/** When a conversation began and when the last of it was said, in milliseconds since 1970, where its file tells. */
export interface TimeSpan {
  readonly began?: number;
  readonly ended?: number;
  /** When each of its messages was said; null where its file does not tell. */
  readonly times?: readonly (number | null)[];
}

/** The first and the last of some times, however each is written: a date, or seconds, milliseconds or microseconds since 1970. */
export function timeSpanOf(times: Iterable<Json | undefined>): TimeSpan {
  let began = Number.POSITIVE_INFINITY;
  let ended = Number.NEGATIVE_INFINITY;
  for (const time of times) {
    const at = timeOf(time);
    if (at === undefined) continue;
    began = Math.min(began, at);
    ended = Math.max(ended, at);
  }
  return began > ended ? {} : { began, ended };
}

/** No conversation with a model is older. */
const FIRST = Date.UTC(2000, 0);
const LAST = Date.UTC(2100, 0);

/** A time as milliseconds since 1970, however it is written. */
export function timeOf(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return [value * 1_000, value, value / 1_000].map(Math.round).find(isTime);
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/u.test(value)) return undefined;
  const at = Date.parse(value);
  return isTime(at) ? at : undefined;
}

function isTime(at: number): boolean {
  return at >= FIRST && at < LAST;
}
