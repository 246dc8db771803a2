// Made once: what `toLocaleString` makes for every number takes longer than all else of a gauge.
const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** `45230` → `45,230`. */
export function whole(value: number): string {
  return WHOLE.format(Math.round(value));
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
  const days = Math.floor(seconds / 86_400);
  return days < 365 ? `${days}d` : `${Math.floor(days / 365)}y`;
}

/** A share of one as `67%`. */
export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** `1 message`, `1,204 messages`. */
export function counted(amount: number, one: string, many: string = `${one}s`): string {
  return `${whole(amount)} ${amount === 1 ? one : many}`;
}
