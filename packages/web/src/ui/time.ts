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
