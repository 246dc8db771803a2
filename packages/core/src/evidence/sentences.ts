/** A stretch of a text, end excluded. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Nobody writes longer sentences; longer stretches are cut so that one of them cannot fill a summary. */
const LONGEST = 600;
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|no|dr|mr|mrs|ms|prof|st|fig|incl|z\.B|d\.h|bzw|ca|p\.ex|\p{Lu}|\d{1,3})$/iu;
/** The sentences of a text, line by line, lines that were wrapped taken together: also where sentences end without a blank, as in Chinese. */
export function sentencesOf(text: string): readonly Stretch[] {
  const found: Stretch[] = [];
  for (let from = 0; from <= text.length; ) {
    let start = from;
    let end = lineEnd(text, from);
    while (end < text.length && wraps(text, start, end)) {
      start = end + 1;
      end = lineEnd(text, start);
    }
    sentencesOfLine(text, from, end, found);
    from = end + 1;
  }
  return found;
}

function lineEnd(text: string, from: number): number {
  const newline = text.indexOf('\n', from);
  return newline < 0 ? text.length : newline;
}

/** Nobody breaks a line this short in the middle of a sentence. */
const SHORTEST_WRAPPED = 40;
const LONGEST_WRAPPED = 160;
const OPEN_END = /[\p{L}\p{N},)"'`*’”-]\s*$/u;
const CONTINUES = /^[ \t]{0,12}["'“(`*]{0,2}(\p{Ll}|[\p{L}\p{N}])/u;
const OWN_LINE = /^\s*(?:[-*•>|#+]|\d{1,3}[.)]|```|~~~)(?:\s|$)/u;

/** True where a sentence goes on in the next line: a long line of prose without an end, then prose that is no point of a list. */
function wraps(text: string, from: number, end: number): boolean {
  const length = end - from;
  if (length < SHORTEST_WRAPPED || length > LONGEST_WRAPPED) return false;
  const unit = text.charCodeAt(end - 1);
  if (unit === 46 || unit === 58 || unit === 59 || unit === 123) return false;
  const next = text.slice(end + 1, Math.min(lineEnd(text, end + 1), end + 1 + LONGEST_WRAPPED));
  const first = CONTINUES.exec(next)?.[1];
  if (first === undefined || OWN_LINE.test(next)) return false;
  if (first === first.toUpperCase() && length < SHORTEST_WRAPPED * 1.5) return false;
  const line = text.slice(from, end);
  return OPEN_END.test(line) && isProse(line) && (isProse(next) || /^\s*\p{Ll}[\p{L}' ]*[.!?,]/u.test(next));
}

const CLOSING = new Set('"\'”’)]*_`」』）');

/** 2 for a sign that ends a sentence anywhere, 1 for one that does so where a blank follows, 0 for every other. */
function endingOf(unit: number): 0 | 1 | 2 {
  if (unit > 63 && unit < 0x2026) return 0;
  if (unit === 46 || unit === 33 || unit === 63 || unit === 0x2026) return 1;
  return unit === 0x3002 || unit === 0xff01 || unit === 0xff1f || unit === 0xff61 ? 2 : 0;
}

function sentencesOfLine(text: string, from: number, to: number, found: Stretch[]): void {
  let start = from;
  let wordy = false;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    const ending = endingOf(unit);
    if (ending === 0) {
      wordy ||= unit > 47;
      continue;
    }
    if (!wordy) continue;
    const first = at;
    while (at + 1 < to && endingOf(text.charCodeAt(at + 1)) !== 0) at++;
    while (at + 1 < to && CLOSING.has(text.charAt(at + 1))) at++;
    if (ending === 1 && at + 1 < to && (!isBlank(text.charCodeAt(at + 1)) || goesOn(text, start, first, at, to))) continue;
    push(text, start, at + 1, found);
    start = at + 1;
    wordy = false;
  }
  push(text, start, to, found);
}

/** A full stop after an abbreviation, or before a small letter, ends nothing. */
function goesOn(text: string, start: number, first: number, last: number, to: number): boolean {
  const sign = text.charAt(first);
  if (sign !== '.' && sign !== '…') return false;
  if (sign === '.' && last === first && ABBREVIATION.test(text.slice(Math.max(start, first - 8), first))) return true;
  return /^\s{1,4}\p{Ll}/u.test(text.slice(last + 1, Math.min(to, last + 6)));
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

/** Signs of lists and emphasis: they neither make nor break prose. */
const DRESSING = new Set([42, 95, 35, 62, 124, 45, 34, 40, 41, 44, 46, 58]);
const CODE = /^\s*<|=["'{]|[;{}]\s*$|=>|\(\)|::|\s:?=\s|==|\w\(["'&%]|%[vsdq]\b|&&|\|\|/u;
/** As logs write them: `id=3 user=ana`. */
const PAIRS = /\w=\w[^\s=]* \w+=\w/u;

/** True for words people say, false for code, tables, paths and logs. One walk, whatever the text. */
export function isProse(text: string): boolean {
  let letters = 0;
  let weight = 0;
  let words = 0;
  let run = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (isLetter(unit)) {
      if (unit >= 0x2e80 && unit < 0xac00) return text.length >= 4;
      letters++;
      weight++;
      if (++run === 2) words++;
      continue;
    }
    if (unit === 39 || unit === 0x2019) continue;
    run = 0;
    if (unit === 96) {
      const close = text.indexOf('`', at + 1);
      if (close > 0) at = close;
    } else if (unit === 32) {
      letters++;
      weight++;
    } else if (!DRESSING.has(unit)) weight++;
  }
  return words >= 3 && letters >= weight * 0.8 && !CODE.test(text) && !(text.includes('=') && PAIRS.test(text));
}

function isLetter(unit: number): boolean {
  if (unit < 128) return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90);
  return unit >= 0xc0 && (unit < 0x2000 || (unit >= 0x2e80 && unit < 0xd800) || unit >= 0xf900);
}
