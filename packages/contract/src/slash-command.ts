/** Whether a text is a command: one line that begins with a word after a slash. A path or a comment is none. */
export function isCommand(text: string): boolean {
  return /^\/[a-z][a-z-]*([^\S\n].*)?$/i.test(text.trim());
}

/** Letters that may be wrong in a command that was meant to be another. */
const TYPOS = 2;
/** Letters a command shares with the beginning of what was typed for it, its slash included. */
const SAME_START = 3;

/** The command that was probably meant: mistyped by a letter or two, or only begun. Null where none is like it. */
export function nearestCommand(typed: string, known: readonly string[]): string | null {
  const alike = known
    .map((name) => ({ name, wrong: distance(typed, name) }))
    .filter(({ name, wrong }) => wrong <= TYPOS || typed.slice(0, SAME_START) === name.slice(0, SAME_START))
    .sort((a, b) => a.wrong - b.wrong);
  return alike[0]?.name ?? null;
}

/** Letters to change, add or drop to get from one word to another. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length] ?? 0;
}
