import { isProse } from './sentences.ts';

/** What a run of characters may be, seen from its characters alone. */
export const SLASH = 1;
export const DOT = 2;
export const DIGIT = 4;
export const UNDERSCORE = 8;
export const INNER_CAPITAL = 16;
export const COLON = 32;
export const HYPHEN = 64;

const WORD = 1;
const JOINER = 2;
const kinds = new Uint8Array(128);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_') kinds[char.charCodeAt(0)] = WORD;
for (const char of './-@+~:%#?&=$') kinds[char.charCodeAt(0)] = JOINER;

/**
 * Visits every run of letters, digits and the signs that join them in paths, addresses and names, once, in one walk.
 * Runs with nothing but letters are passed over. Scripts without blanks end a run.
 */
export function scanWords(text: string, visit: (start: number, end: number, marks: number) => void): void {
  const length = text.length;
  for (let at = 0; at < length; ) {
    if (kindOf(text.charCodeAt(at)) === 0) {
      at++;
      continue;
    }
    const start = at;
    let marks = 0;
    let last = 0;
    for (; at < length; at++) {
      const unit = text.charCodeAt(at);
      if (kindOf(unit) === 0) break;
      if (unit === 47) marks |= SLASH;
      else if (unit === 46) marks |= DOT;
      else if (unit >= 48 && unit <= 57) marks |= DIGIT;
      else if (unit === 95) marks |= UNDERSCORE;
      else if (unit === 58) marks |= COLON;
      else if (unit === 45) marks |= HYPHEN;
      else if (unit >= 65 && unit <= 90 && last >= 97 && last <= 122) marks |= INNER_CAPITAL;
      last = unit;
    }
    if (marks !== 0) visit(start, at, marks);
  }
}

function kindOf(unit: number): number {
  if (unit < 128) return kinds[unit] as number;
  return unit >= 0xc0 && unit < 0x2000 ? WORD : 0;
}

const LETTER = 1;
const NUMERAL = 2;
const SIGN = 3;
const letterKinds = new Uint8Array(128);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$') letterKinds[char.charCodeAt(0)] = LETTER;
for (const char of '0123456789') letterKinds[char.charCodeAt(0)] = NUMERAL;
for (const char of "./:@#'+-") letterKinds[char.charCodeAt(0)] = SIGN;

function letterKind(unit: number): number {
  if (unit < 128) return letterKinds[unit] as number;
  if (unit === 0x2019) return SIGN;
  return unit >= 0xc0 && (unit < 0x2000 || unit >= 0x2e80) ? LETTER : 0;
}

/** Scripts that part no words: their signs are taken in pairs. */
function isUnspaced(unit: number): boolean {
  return (unit >= 0x0e00 && unit < 0x0e80) || (unit >= 0x2e80 && unit < 0xac00);
}

/** Longer runs are no words: encoded bytes, rules of dashes. */
const LONGEST = 160;

/**
 * Visits the words of a text, each in one form: letters in small ones, names, numbers and paths as they stand, with the signs inside
 * them. One walk, whatever the text.
 */
export function eachWord(text: string, visit: (word: string, plain: boolean) => void): void {
  const length = text.length;
  for (let at = 0; at < length; ) {
    const first = text.charCodeAt(at);
    const kind = letterKind(first);
    if (kind === 0 || kind === SIGN) {
      at++;
      continue;
    }
    if (isUnspaced(first)) {
      visit(text.slice(at, at + 2), true);
      at += 2;
      continue;
    }
    const start = at;
    let plain = kind === LETTER;
    for (at++; at < length; at++) {
      const unit = text.charCodeAt(at);
      const next = letterKind(unit);
      if (next === 0 || isUnspaced(unit)) break;
      if (next === SIGN) {
        if (at + 1 >= length || letterKind(text.charCodeAt(at + 1)) % SIGN === 0) break;
        if (unit !== 39 && unit !== 0x2019) plain = false;
      } else if (next === NUMERAL) plain = false;
    }
    if (at - start <= LONGEST) visit(plain ? text.slice(start, at).toLowerCase() : text.slice(start, at), plain);
  }
}

/** Characters and words of a line that its template is told by, and words of its end. */
const LOOK = 120;
const WORDS = 5;
const LAST_WORDS = 3;

/** What lines of one template have in common, as a number: their first words, in which numbers, names and paths make no difference. */
export function templateOf(line: string): number {
  let hash = 2166136261;
  let words = 0;
  let word = 0;
  let special = false;
  const end = Math.min(line.length, LOOK);
  for (let at = 0; at <= end && words < WORDS; at++) {
    const unit = at < end ? line.charCodeAt(at) : 32;
    if (unit > 32) {
      if (unit >= 48 && unit <= 57) special = true;
      else if (
        (unit === 46 || unit === 47 || unit === 58 || unit === 64 || unit === 95 || unit === 45) &&
        line.charCodeAt(at + 1) > 47
      )
        special = true;
      word = Math.imul(word ^ unit, 16777619);
      continue;
    }
    if (word !== 0) {
      hash = Math.imul(hash ^ (special ? 35 : word), 16777619);
      words++;
    }
    word = 0;
    special = false;
  }
  return hash;
}

/** What lines have in common that end alike, as those of a log do whose middle tells of something else each time; 0 for short ones. */
export function endTemplateOf(line: string): number {
  const words = line.slice(-LOOK).split(/\s+/u);
  if (words.length <= WORDS) return 0;
  return templateOf(words.slice(-LAST_WORDS).join(' ')) ^ (/[\d/]/u.test(words[0] as string) ? 1 : 0);
}

/** Shorter texts are looked through as they are. */
const SHORT = 2_000;
/** What is longer may have lost its end, in the middle of a word. */
const CUT = 80;

/** 1 for what joins to words, 2 for signs of scripts that part none: each is a word. */
function runKind(unit: number): 0 | 1 | 2 {
  if (unit < 128)
    return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95 ? 1 : 0;
  return unit >= 0x2e80 ? 2 : unit >= 0xc0 && unit < 0x2000 ? 1 : 0;
}

/** Visits the words of a text: where each begins and ends, and a number for its letters. */
function eachRun(text: string, visit: (start: number, end: number, hash: number) => void): void {
  for (let at = 0; at < text.length; ) {
    const kind = runKind(text.charCodeAt(at));
    const start = at;
    let hash = 2166136261;
    do hash = Math.imul(hash ^ text.charCodeAt(at++), 16777619);
    while (kind === 1 && at < text.length && runKind(text.charCodeAt(at)) === 1);
    if (kind !== 0) visit(start, at, hash);
  }
}

/** Tells whether some words stand in a text, whole: nothing of another word before or behind them. */
export type Finder = (words: string) => boolean;

/**
 * Looks words up in a text without going through it each time: the rarest word of what is looked for leads to the few places where it
 * can stand. Making it takes one walk, however much is asked.
 */
export function finderIn(text: string): Finder {
  if (text.length <= SHORT) return (words) => standsAt(text, words);
  const starts: number[] = [];
  const hashes: number[] = [];
  eachRun(text, (start, _, hash) => {
    starts.push(start);
    hashes.push(hash);
  });
  const mask = (1 << (32 - Math.clz32(starts.length * 2))) - 1;
  const heads = new Int32Array(mask + 1).fill(-1);
  const counts = new Uint32Array(mask + 1);
  const next = new Int32Array(starts.length);
  for (let run = starts.length - 1; run >= 0; run--) {
    const bucket = (hashes[run] as number) & mask;
    next[run] = heads[bucket] as number;
    heads[bucket] = run;
    counts[bucket] = (counts[bucket] as number) + 1;
  }
  return (words) => {
    const { bucket, offset } = rarest(words, (hash) => hash & mask, counts);
    if (offset < 0) return text.includes(words);
    for (let run = heads[bucket] as number; run >= 0; run = next[run] as number) {
      const at = (starts[run] as number) - offset;
      if (at >= 0 && text.startsWith(words, at) && isWhole(text, words, at)) return true;
    }
    return false;
  };
}

/** The word of some words that is rarest by its bucket, and where it begins. One at the end of a long line may be cut: it is passed over. */
function rarest(words: string, bucketOf: (hash: number) => number, counts: Uint32Array): { bucket: number; offset: number } {
  let best = { bucket: 0, offset: -1 };
  let least = Number.POSITIVE_INFINITY;
  eachRun(words, (start, end, hash) => {
    if (end === words.length && words.length > CUT && least < Number.POSITIVE_INFINITY) return;
    const bucket = bucketOf(hash);
    const times = counts[bucket] as number;
    if (times < least) {
      least = times;
      best = { bucket, offset: start };
    }
  });
  return best;
}

function standsAt(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) if (isWhole(text, words, at)) return true;
  return false;
}

function isWhole(text: string, words: string, at: number): boolean {
  const end = at + words.length;
  const joins = (inside: number, outside: number) => runKind(inside) === 1 && runKind(outside) === 1;
  if (at > 0 && joins(words.charCodeAt(0), text.charCodeAt(at - 1))) return false;
  return words.length > CUT || end >= text.length || !joins(words.charCodeAt(words.length - 1), text.charCodeAt(end));
}

/** How lines of programs end and begin; a bracket behind a blank is a remark. */
const ENDS = /[{}(;[,\\]$|\w[([](?:[^\s()[\]]| (?=\S)){0,80}[)\]]{1,4}$|^[)}\]@]|^(?:<\/|\/\/|\*|#include)/u;

/** True for a line of a program, or of encoded data: signs tell, not the words of one language. */
export function isCode(line: string): boolean {
  let signs = 0;
  let letters = 0;
  for (let at = 0; at < line.length; at++) {
    const unit = line.charCodeAt(at);
    if (unit === 40 || unit === 41 || unit === 59 || unit === 61 || unit === 91 || unit === 93 || unit === 123 || unit === 125)
      signs++;
    else if (unit > 64) letters++;
  }
  if ((line.length > ENCODED && letters < line.length * 0.4) || COMMENT.test(line)) return true;
  return (signs >= 2 && signs > line.length / 24 && !isProse(line)) || (signs > 0 && ENDS.test(line));
}

/** What programs say to their readers, what they bring in, pieces of markup, fields of a literal, and entries of a folder. */
const COMMENT =
  /^(?:\/[/*]|\*[ /]|<!--|<[/\w]|\{\/\*|--\s\w|"[\w./@-]+",?$|import \S|from \S+ import |package \w+$|use \w+::|[\w:-]{1,40}=["'{]|[\w$.]{1,60},$|[\w$]{1,40}\??: [^.]{1,80},$|[-dlcbps][r-][w-][xsS-][r-][w-][xsS-][r-][w-][xtT-]|total \d+$)/u;

/** Nobody writes so many digits and signs in a row. */
const ENCODED = 80;
