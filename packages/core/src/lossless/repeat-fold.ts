import type { Lines } from './lines.ts';

const HEAD = '⟨ Repeats ×n: the line above, n more times ⟩';
const SIGN = '×';
/** Characters a run of repeats must save. */
const LEAST = 24;

/** True when some line is written three times in a row. */
export function hasRepeats({ hashes, count }: Lines): boolean {
  for (let line = 2; line < count; line++) {
    if (hashes[line] === hashes[line - 1] && hashes[line] === hashes[line - 2]) return true;
  }
  return false;
}

/** A text with lines that repeat the one above counted instead of written; null when there are none. */
export function foldRepeats(text: string): string | null {
  if (text.startsWith(SIGN) || text.includes(`\n${SIGN}`)) return null;
  const lines = text.split('\n');
  const out: string[] = [HEAD];
  let saved = 0;
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as string;
    let more = 0;
    while (lines[at + more + 1] === line) more++;
    out.push(line);
    const worth = more * (line.length + 1);
    if (more >= 2 && worth >= LEAST) {
      out.push(SIGN + more);
      saved += worth;
    } else for (let i = 0; i < more; i++) out.push(line);
    at += more + 1;
  }
  return saved > HEAD.length ? out.join('\n') : null;
}

/** The text with its repeats written out; null when it was not folded so. */
export function unfoldRepeats(text: string): string | null {
  if (!text.startsWith(`${HEAD}\n`)) return null;
  const out: string[] = [];
  for (const line of text.slice(HEAD.length + 1).split('\n')) {
    if (!line.startsWith(SIGN)) {
      out.push(line);
      continue;
    }
    const above = out.at(-1);
    const more = /^×\d{1,9}$/u.test(line) ? Number(line.slice(1)) : 0;
    if (above === undefined || more === 0) return null;
    for (let i = 0; i < more; i++) out.push(above);
  }
  return out.join('\n');
}
