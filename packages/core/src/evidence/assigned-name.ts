import { EQUALS, isDigit, isLetter, LONGEST_KEY } from './assigned-signs.ts';

const MOST_WORDS = 4;

/** The name before a sign: a quoted one, or up to four words behind a line break or punctuation. */
export function nameBefore(text: string, sign: number): { readonly start: number; readonly name: string } | null {
  let end = sign;
  while (end > 0 && text.charCodeAt(end - 1) === 32 && sign - end < 8) end--;
  const quote = text.charCodeAt(end - 1);
  if (quote === 34 || quote === 39) {
    const open = text.lastIndexOf(text.charAt(end - 1), end - 2);
    if (open < 0 || end - open > LONGEST_KEY + 2 || end - open < 4) return null;
    const name = text.slice(open + 1, end - 1);
    return NAME.test(name) ? { start: open, name } : null;
  }
  let start = end;
  let words = 1;
  for (; start > 0 && end - start <= LONGEST_KEY; start--) {
    const unit = text.charCodeAt(start - 1);
    if (unit === 32) {
      const tight = end === sign && text.charCodeAt(sign) === EQUALS;
      if (tight || words === MOST_WORDS || text.charCodeAt(start - 2) <= 32) break;
      words++;
    } else if (!isName(unit)) break;
  }
  if (end - start > LONGEST_KEY) start += text.slice(start, end).indexOf(' ') + 1;
  return named(text, start, end);
}

const NAME = /^[\p{L}_][\p{L}\p{N}_. -]*$/u;
const LEVEL =
  /^(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|NOTICE|const|let|var|export|static|private|public|protected|readonly|final|set|and|the|The|a|an|note) /u;

/** A name without what stands before it on its line: times, levels, words that declare. */
function named(text: string, from: number, end: number): { readonly start: number; readonly name: string } | null {
  let start = from;
  for (let again = true; again && start < end; ) {
    again = false;
    const first = text.charCodeAt(start);
    const level = isLetter(first) ? LEVEL.exec(text.slice(start, end)) : null;
    if (level !== null) {
      start += level[0].length;
      again = true;
    } else if (!isLetter(first) && first < 0xc0 && first !== 95) {
      const blank = text.slice(start, end).indexOf(' ');
      if (blank < 0) return null;
      start += blank + 1;
      again = true;
    }
  }
  const name = text.slice(start, end);
  return name.length >= 2 && NAME.test(name) ? { start, name } : null;
}

function isName(unit: number): boolean {
  if (unit >= 128)
    return unit >= 0xc0 && unit < 0xff00 && !(unit >= 0x2000 && unit < 0x2e80) && !(unit >= 0x3000 && unit <= 0x303f);
  return isDigit(unit) || isLetter(unit) || unit === 95 || unit === 45 || unit === 46;
}
