const HEAD = '⟨ Paths ▸: begins each line under it ⟩';
const SIGN = '▸';
/** Characters a shared beginning must save over its run. */
const LEAST = 32;
const PATH = /^[\p{L}\p{N}_.@~+\-/\\[\]{}$]*[/:]/u;

/** Lists and search results whose lines begin with the same path, with the path named once; null when none do. */
export function foldPaths(text: string): string | null {
  if (text.startsWith(SIGN) || text.includes(`\n${SIGN}`)) return null;
  const lines = text.split('\n');
  const out: string[] = [HEAD];
  let saved = 0;
  let under = false;
  for (let at = 0; at < lines.length; ) {
    const run = sharedPath(lines, at);
    if (run === null) {
      if (under) out.push(SIGN);
      under = false;
      out.push(lines[at++] as string);
      continue;
    }
    under = true;
    out.push(SIGN + run.path);
    for (let i = 0; i < run.count; i++) out.push((lines[at + i] as string).slice(run.path.length));
    saved += run.path.length * (run.count - 1);
    at += run.count;
  }
  return saved > 2 * HEAD.length ? out.join('\n') : null;
}

/** The text with every path in its place; null when it was not folded so. */
export function unfoldPaths(text: string): string | null {
  if (!text.startsWith(`${HEAD}\n`)) return null;
  let path = '';
  const out: string[] = [];
  for (const line of text.slice(HEAD.length + 1).split('\n')) {
    if (line.startsWith(SIGN)) path = line.slice(SIGN.length);
    else out.push(path + line);
  }
  return out.join('\n');
}

/** The path that lines from `at` on begin with, and how many do; null when it is not worth naming. */
function sharedPath(lines: readonly string[], at: number): { path: string; count: number } | null {
  const [first, second] = [lines[at] as string, lines[at + 1]];
  if (second === undefined) return null;
  let same = 0;
  const most = Math.min(first.length, second.length);
  while (same < most && first.charCodeAt(same) === second.charCodeAt(same)) same++;
  const path = PATH.exec(first.slice(0, same))?.[0] ?? '';
  if (path.length < 4) return null;
  let count = 2;
  while (lines[at + count]?.startsWith(path)) count++;
  return path.length * (count - 1) >= LEAST ? { path, count } : null;
}
