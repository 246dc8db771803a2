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

/** How much shorter something became, as `59%`. */
export function shorterBy(before: number, after: number): string {
  return percent(before === 0 ? 0 : 1 - after / before);
}

/** `+6`, `−14,020`. */
export function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${whole(Math.abs(value))}`;
}

/** `1 message`, `1,204 messages`. */
export function counted(amount: number, one: string, many: string = `${one}s`): string {
  return `${whole(amount)} ${amount === 1 ? one : many}`;
}

/** Dollars with as many digits as they need: `$18.40`, `$0.0036`; `no price` where none is known. */
export function dollars(value: number | null | undefined): string {
  if (value === null || value === undefined) return 'no price';
  if (value === 0) return '$0';
  const size = Math.abs(value);
  const sign = value < 0 ? '−' : '';
  if (size < 0.0001) return `${sign}<$0.0001`;
  if (size < 0.995) return `${sign}$${twoDigits(size)}`;
  return `${sign}$${size.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

/** Two digits that say something, and never fewer than cents: `0.30`, `0.0036`. */
function twoDigits(size: number): string {
  const places = Math.max(2, 1 - Math.floor(Math.log10(size)));
  return size.toFixed(places).replace(/(\.\d\d\d*?)0+$/, '$1');
}

/** `pays back in 5 turns`; never is said, not hidden. */
export function paybackWords(turns: number | null | undefined): string {
  if (turns === null || turns === undefined) return 'not within sight';
  if (turns <= 0) return 'at once';
  return counted(Math.ceil(turns), 'turn');
}

/** `8 ms`, `6.4 s`, `2 min`. */
export function duration(ms: number): string {
  if (ms === 0) return '0 ms';
  if (ms < 1) return '<1 ms';
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 90_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.round(ms / 60_000)} min`;
}

/** `1.2 MB`. */
export function bytes(size: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let at = 0;
  let rest = size;
  while (rest >= 1_000 && at < units.length - 1) {
    rest /= 1_000;
    at++;
  }
  return `${at === 0 || rest >= 100 ? Math.round(rest) : rest.toFixed(1)} ${units[at]}`;
}

/** `23:02` today, `Nov 14, 23:02` this year, else with the year. The reader's own clock, 24 hours. */
export function when(at: number, now: Date = new Date()): string {
  const time = new Date(at);
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}`;
  if (time.toDateString() === now.toDateString()) return clock;
  return `${day(at, now)}, ${clock}`;
}

/** `Nov 14`, with the year where it is another one. */
export function day(at: number, now: Date = new Date()): string {
  const time = new Date(at);
  const year = time.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return time.toLocaleDateString('en-US', { month: 'short', day: 'numeric', ...year });
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** Facts of all kinds together: how many were found, and how many of them can still be read. */
export function factsKept(evidence: Readonly<Record<string, { found: number; kept: number } | undefined>> | null) {
  const scores = Object.values(evidence ?? {}).filter((score) => score !== undefined);
  const sum = (of: 'found' | 'kept') => scores.reduce((all, score) => all + score[of], 0);
  return { found: sum('found'), kept: sum('kept') };
}
