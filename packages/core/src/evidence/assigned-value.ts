import { BAR, COLON, EQUALS, isDigit, isLetter, LONGEST_VALUE } from './assigned-signs.ts';

/** Opens a colour. */
const HASH = 35;
const AT = 64;
/** Between the digits of a number in source. */
const UNDERSCORE = 95;

function isQuote(unit: number): boolean {
  return unit === 34 || unit === 39 || unit === 96;
}

/** The value behind a sign and how odd it is; null for words, code and what is no value. */
export function valueAfter(text: string, sign: number, unit: number): { readonly end: number; readonly odd: number } | null {
  let from = sign + 1;
  const next = text.charCodeAt(from);
  const afterQuote = text.charCodeAt(sign - 1) === 34;
  if (unit === COLON && next !== 32 && !isQuote(next) && !afterQuote) return null;
  if (unit === BAR && (next !== 32 || text.charCodeAt(sign - 1) !== 32)) return null;
  if (unit === EQUALS && (next === EQUALS || next === 62)) return null;
  while (text.charCodeAt(from) === 32 && from - sign <= 3) from++;
  const quote = text.charCodeAt(from);
  if (isQuote(quote)) {
    const close = text.indexOf(text.charAt(from), from + 1);
    if (close < 0 || close - from > LONGEST_VALUE || close - from < 3) return null;
    const odd = oddness(text, from + 1, close, true);
    return odd < LEAST_ODD ? null : { end: close + 1, odd };
  }
  let end = from;
  while (end - from <= LONGEST_VALUE && isValue(text.charCodeAt(end))) end++;
  if (end - from > LONGEST_VALUE || text.charCodeAt(end) === 40) return null;
  while (end > from && isTrailing(text.charCodeAt(end - 1))) end--;
  const odd = oddness(text, from, end, false);
  return odd < LEAST_ODD ? null : { end: withMeasure(text, from, end), odd };
}

const LEAST_ODD = 2;
const MEASURE =
  /^ ?(?:%|(?:ms|s|sec|min|h|kB|KB|MB|GB|TB|KiB|MiB|GiB|px|rpm|rps|Hz|kHz|MHz|EUR|USD|days?|hours?|minutes?|seconds?)\b)/u;

/** Where a number ends with what it measures. */
function withMeasure(text: string, from: number, end: number): number {
  if (!isDigit(text.charCodeAt(end - 1)) || !/^[$€£¥]?[\d.,]+$/u.test(text.slice(from, end))) return end;
  return end + (MEASURE.exec(text.slice(end, end + 10))?.[0].length ?? 0);
}

/** Letters, digits and the signs inside names, addresses, dates and amounts. */
function isValue(unit: number): boolean {
  if (unit >= 128) return unit >= 0xa2 && unit < 0x2000 && unit !== 0xab && unit !== 0xbb;
  return isDigit(unit) || isLetter(unit) || valueSigns[unit] === 1;
}

const valueSigns = new Uint8Array(128);
for (const sign of '_-.@:/+$%#,~') valueSigns[sign.charCodeAt(0)] = 1;

function isTrailing(unit: number): boolean {
  return unit === 44 || unit === 46 || unit === 58;
}

/** 4 for what nobody could guess, 2 for what could stand for itself, less for words, small numbers, paths and code. */
function oddness(text: string, from: number, end: number, quoted: boolean): number {
  let digits = 0;
  let letters = 0;
  let turns = 0;
  let blanks = 0;
  let marks = 0;
  let mail = false;
  let literal = false;
  let last = 0;
  for (let at = from; at < end; at++) {
    const unit = text.charCodeAt(at);
    const kind = isDigit(unit) ? 1 : isLetter(unit) ? 2 : 0;
    if (kind === 1) digits++;
    else if (kind === 2) letters++;
    else if (unit === 32) blanks++;
    else if (unit === 47 || unit === 92 || unit === 10 || unit === 40 || unit === 123 || unit === 60) return 0;
    else {
      marks++;
      mail ||= unit === AT;
      literal ||= unit === UNDERSCORE;
    }
    if (kind !== last) turns++;
    last = kind;
  }
  if (blanks > 2 || (text.charCodeAt(from) === HASH && end - from < 10)) return 0;
  if (mail) return letters > 5 ? 3 : 0;
  if (digits === 0) return quoted && marks > 1 && turns >= 4 && blanks === 0 ? 2 : 0;
  if (letters === 0) return digits >= 3 ? (marks > 4 || literal ? 2 : 3) : digits + marks >= 3 ? 2 : 0;
  if (blanks > 0) return digits >= 2 ? 2 : 0;
  if (turns >= 8 && text.charCodeAt(from + 4) === 45 && text.charCodeAt(from + 10) === 84) return 1;
  if (digits === 1) return end - from < 8 ? 0 : turns >= 3 ? 3 : 2;
  return turns >= 3 && end - from >= 5 ? 4 : 2;
}
