/** A stretch of a text, end excluded. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Nobody writes longer sentences; longer stretches are cut so that one of them cannot fill a summary. */
const LONGEST = 600;
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|no|dr|mr|mrs|ms|prof|st|fig|incl|z\.B|d\.h|bzw|ca|p\.ex|\p{Lu}|\d{1,3})$/iu;
/** The sentences of a text, line by line: also where sentences end without a blank, as in Chinese or Japanese. */
export function sentencesOf(text: string): readonly Stretch[] {
  const found: Stretch[] = [];
  for (let from = 0; from <= text.length; ) {
    const newline = text.indexOf('\n', from);
    const end = newline < 0 ? text.length : newline;
    sentencesOfLine(text, from, end, found);
    from = end + 1;
  }
  return found;
}

/** Signs that end a sentence where a blank follows, signs that end one anywhere, and what may close after them. */
const ENDING = new Set('.!?…');
const ENDING_ANYWHERE = new Set('。！？｡');
const CLOSING = new Set('"\'”’)]*_`」』）');

function sentencesOfLine(text: string, from: number, to: number, found: Stretch[]): void {
  let start = from;
  for (let at = from; at < to; at++) {
    const sign = text.charAt(at);
    const anywhere = ENDING_ANYWHERE.has(sign);
    if (!anywhere && !ENDING.has(sign)) continue;
    const first = at;
    while (at + 1 < to && (ENDING.has(text.charAt(at + 1)) || ENDING_ANYWHERE.has(text.charAt(at + 1)))) at++;
    while (at + 1 < to && CLOSING.has(text.charAt(at + 1))) at++;
    if (!anywhere && at + 1 < to && !isBlank(text.charCodeAt(at + 1))) continue;
    if (sign === '.' && at === first && ABBREVIATION.test(text.slice(Math.max(start, first - 8), first))) continue;
    push(text, start, at + 1, found);
    start = at + 1;
  }
  push(text, start, to, found);
}

function push(text: string, from: number, to: number, found: Stretch[]): void {
  let start = from;
  let end = to;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  while (end - start > LONGEST) {
    const cut = lastBlank(text, start, start + LONGEST);
    found.push({ start, end: cut });
    start = cut;
    while (start < end && isBlank(text.charCodeAt(start))) start++;
  }
  if (end > start) found.push({ start, end });
}

/** A place to cut: the last blank of the second half, or between two code points. */
function lastBlank(text: string, start: number, limit: number): number {
  for (let at = limit; at > start + (limit - start) / 2; at--) if (isBlank(text.charCodeAt(at))) return at;
  const unit = text.charCodeAt(limit);
  return unit >= 0xdc00 && unit <= 0xdfff ? limit - 1 : limit;
}

function isBlank(unit: number): boolean {
  return unit <= 32 || unit === 0xa0 || unit === 0x3000;
}

const MANY_LETTERS = /[\p{L}\p{M}]/gu;
const WORD = /[\p{L}\p{M}'’-]{2,}/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** True for words people say, false for code, tables, paths and logs. */
export function isProse(text: string): boolean {
  const bare = text.replace(/`[^`\n]*`/gu, 'x').replace(/[*_#>|-]+(?=\s)|^\s*\d+\.\s/gu, '');
  if (UNSPACED.test(bare)) return bare.length >= 4;
  const words = bare.match(WORD)?.length ?? 0;
  if (words < 3) return false;
  const letters = bare.match(MANY_LETTERS)?.length ?? 0;
  const blanks = bare.split(' ').length - 1;
  return letters + blanks >= bare.length * 0.72 && !/[;{}]\s*$|=>|\(\)|::|\s=\s|==/u.test(bare);
}
