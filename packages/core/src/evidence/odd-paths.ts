import { FILE_ENDINGS } from './paths.ts';

/** A path that is not one run of joined characters, where it begins and ends, and how sure it is that it is one. */
export interface OddPath {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly sure: 2 | 3;
}

const LONGEST = 260;
/** With a drive or a share: `C:\Work\a.cs`, also as JSON writes it. A folder's name may be up to three words. */
const DRIVE =
  /(?<![A-Za-z])(?:[A-Za-z]:|\\\\[\w.$-]{1,60})(?:\\{1,2}(?:[\w.@+~$()[\]-]{1,80}|[\w@+~$()-]{1,40}(?: [\w@+~$()-]{1,40}){1,2})(?=\\)){0,24}\\{1,2}[\w.@+~$-]{1,80}/gu;
/** Without one: `src\Orders\Cart.cs`. */
const RELATIVE = /^(?:[\w.@+-]{1,60}\\{1,2}){1,20}[\w.@+-]{1,60}/u;
/** In quotes, from a root, with blanks inside. */
const QUOTED = /(["'`])((?:~?\/|[A-Za-z]:[\\/]{1,2})[^"'`\n\r<>|*?]{0,80} [^"'`\n\r<>|*?]{1,180})\1/gu;
const ENDING = /\.([A-Za-z][A-Za-z0-9]{0,9})$/u;

/** Windows paths, and quoted ones with blanks in them. Texts without their signs cost one look. */
export function oddPaths(text: string): readonly OddPath[] {
  const found: OddPath[] = [];
  if (/["'`](?:~?\/|[A-Za-z]:)/u.test(text)) {
    collect(text, QUOTED, 2, found, (path, file) => file || /^\S{2,}(?: \S+){1,5}$/u.test(path));
  }
  if (text.includes('\\')) {
    if (text.includes(':\\') || text.includes('\\\\')) collect(text, DRIVE, 0, found, () => true);
    collectRelative(text, found);
  }
  if (found.length < 2) return found;
  let end = 0;
  return found
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter((path) => {
      const apart = path.start >= end;
      if (apart) end = path.end;
      return apart;
    });
}

function collect(
  text: string,
  pattern: RegExp,
  group: number,
  found: OddPath[],
  takes: (path: string, file: boolean) => boolean,
): void {
  for (const match of text.matchAll(pattern)) {
    const start = match.index + (group === 0 ? 0 : 1);
    const path = (match[group] ?? '').replace(/(?<![\s.,;:)\]}-])[\s.,;:)\]}-]+$/u, '');
    const file = isFile(path);
    if (path.length <= LONGEST && takes(path, file)) found.push({ path, start, end: start + path.length, sure: file ? 3 : 2 });
  }
}

/** Looks around every backslash alone: most texts have few. */
function collectRelative(text: string, found: OddPath[]): void {
  for (let at = text.indexOf('\\'); at >= 0; ) {
    let start = at;
    while (start > 0 && at - start < LONGEST && isJoined(text.charCodeAt(start - 1))) start--;
    let end = at + 1;
    while (end < text.length && end - at < LONGEST && isJoined(text.charCodeAt(end))) end++;
    const before = start === 0 ? '' : text.charAt(start - 1);
    const match = before === '/' || before === ':' ? null : RELATIVE.exec(text.slice(start, end));
    if (match !== null) {
      const path = match[0].replace(/(?<![.,;:-])[.,;:-]+$/u, '');
      if (isFile(path) && isWindows(path)) found.push({ path, start, end: start + path.length, sure: 3 });
    }
    at = text.indexOf('\\', end);
  }
}

/** Letters, digits and `\\ . _ @ + -`. */
function isJoined(unit: number): boolean {
  if (unit >= 97) return unit <= 122;
  if (unit >= 64) return unit <= 90 || unit === 92 || unit === 95;
  return (unit >= 48 && unit <= 57) || unit === 46 || unit === 45 || unit === 43;
}

function isFile(path: string): boolean {
  const ending = ENDING.exec(path)?.[1]?.toLowerCase();
  return ending !== undefined && FILE_ENDINGS.has(ending);
}

/** Escapes such as `\n` look like folders: one other letter behind a backslash settles it. */
function isWindows(path: string): boolean {
  return /\\[^\\nrtbfuvx"'/0-9]/u.test(path) && !/^\\/u.test(path);
}
