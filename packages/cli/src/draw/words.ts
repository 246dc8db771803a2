import { fit, fitMiddle, tame } from './width.ts';

/** How people call it: sources are a checkout's, the package that is published has none. */
export const CALLED = import.meta.filename.endsWith('.ts') ? 'npm run tenfold --' : 'npx tenfold';

/** A time as people say it: `< 1 ms`, `42 ms`, `1.8 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1) return '< 1 ms';
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A share of a whole with one digit: `62.1%`. */
export function share(part: number, whole: number): string {
  return `${(whole === 0 ? 0 : (100 * part) / whole).toFixed(1)}%`;
}

/** How much lighter something became, whole percent: `-88%`, `±0%`, `+3%`. */
export function change(before: number, after: number): string {
  const percent = before === 0 ? 0 : Math.round((100 * (after - before)) / before);
  return percent === 0 ? '±0%' : `${percent < 0 ? '-' : '+'}${Math.abs(percent)}%`;
}

/** A file with facts about it on one line: the name gives way first. */
export function about(name: string, facts: readonly string[], width: number): string {
  const rest = facts.map((fact) => ` · ${fact}`).join('');
  return fit(fitMiddle(tame(name), Math.max(8, width - rest.length)) + rest, width);
}
