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
  const whole = Math.ceil(turns);
  return whole === 1 ? '1 turn' : `${whole.toLocaleString('en-US')} turns`;
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
