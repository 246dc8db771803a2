/** `45230` → `45,230`. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** `78230` → `78.2k`, for narrow places. */
export function short(value: number): string {
  if (value < 1_000) return whole(value);
  if (value < 1_000_000) return `${(value / 1_000).toFixed(value < 100_000 ? 1 : 0)}k`;
  return `${(value / 1_000_000).toFixed(1)}M`;
}

/** How long ago, in the fewest letters that say it. */
export function ago(at: number, now: number = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - at) / 1_000));
  if (seconds < 60) return 'now';
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)}h`;
  return `${Math.floor(seconds / 86_400)}d`;
}

/** A share of one as `67%`. */
export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** Dollars with as many places as small sums need: `$0`, `$0.0036`, `$0.12`, `$18.40`. */
export function money(value: number | null): string {
  if (value === null) return 'unknown';
  if (value === 0) return '$0';
  const size = Math.abs(value);
  const places = size >= 0.1 ? 2 : size >= 0.001 ? 4 : 6;
  const digits = size.toFixed(places);
  return `${value < 0 ? '−' : ''}$${Number(digits) === 0 ? '0.000001' : digits}`;
}

/** `pays back in 5 turns`, for a number of turns that may never come. */
export function payback(turns: number | null): string {
  if (turns === null) return 'does not pay back';
  const rounded = Math.max(1, Math.ceil(turns));
  return `pays back in ${rounded} turn${rounded === 1 ? '' : 's'}`;
}
