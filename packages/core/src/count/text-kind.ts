/** Kinds of text whose cost differs between vocabularies: what is written in the Latin script by its use, the rest by script. */
export type TextKind = LatinKind | ScriptKind;

/** English, other languages, letters under stacked marks (Vietnamese taken apart), program code, JSON. */
export type LatinKind = 'english' | 'latin' | 'stacked' | 'code' | 'json';

/** Scripts other than Latin; `other` holds signs, emoji and what is rarer. */
export type ScriptKind = 'han' | 'kana' | 'hangul' | 'cyrillic' | 'greek' | 'arabic' | 'hebrew' | 'indic' | 'thai' | 'other';

/** How much a kind of text costs a family, in o200k tokens. */
export type Factors = Readonly<Record<TextKind, number>> & {
  /** What code costs more for each solid character that o200k puts into a token beyond the usual. */
  readonly codeSlope: number;
};

/** What a text is made of. */
export interface Mixture {
  /** Its kinds and their shares in estimated tokens, which add up to one. */
  readonly shares: readonly (readonly [TextKind, number])[];
  /** The share of its characters that are not blank. */
  readonly solid: number;
}

/** Characters looked at: all of a short text, evenly spread stretches of a long one. */
const STRETCH = 512;
const STRETCHES = 4;

/** First code point of each script, ascending, up to the next. */
const SCRIPT_STARTS: readonly (readonly [number, ScriptKind | 'ascii' | 'letters' | 'marks'])[] = [
  [0, 'ascii'],
  [0x80, 'letters'],
  [0x300, 'marks'],
  [0x370, 'greek'],
  [0x400, 'cyrillic'],
  [0x530, 'other'],
  [0x590, 'hebrew'],
  [0x600, 'arabic'],
  [0x780, 'other'],
  [0x900, 'indic'],
  [0xe00, 'thai'],
  [0xf00, 'other'],
  [0x1100, 'hangul'],
  [0x1200, 'other'],
  [0x1e00, 'letters'],
  [0x1f00, 'greek'],
  [0x2000, 'other'],
  [0x3000, 'han'],
  [0x3040, 'kana'],
  [0x3100, 'han'],
  [0xa000, 'other'],
  [0xac00, 'hangul'],
  [0xd7b0, 'other'],
  [0xf900, 'han'],
  [0xfb00, 'arabic'],
  [0xfe00, 'other'],
  [0xff00, 'han'],
  [0xffe0, 'other'],
];

/** Tokens a character of a script takes in o200k, about: weighs scripts against each other in mixed text. */
const DENSITY: Readonly<Record<ScriptKind, number>> = {
  han: 0.8,
  kana: 0.8,
  hangul: 0.6,
  cyrillic: 0.26,
  greek: 0.36,
  arabic: 0.31,
  hebrew: 0.4,
  indic: 0.31,
  thai: 0.42,
  other: 0.9,
};
const LATIN_DENSITY = 0.25;

/** Solid characters an o200k token of code covers where the factor for code holds as it stands. */
export const CODE_PIVOT = 2.43;
/** Beyond these the line is not followed. */
const MIN_SOLID = 2;
const MAX_SOLID = 3.6;

const NAMES = [...new Set(SCRIPT_STARTS.map(([, name]) => name))];
const AT = Object.fromEntries(NAMES.map((name, at) => [name, at])) as Readonly<Record<(typeof NAMES)[number], number>>;
/** Which of NAMES a UTF-16 unit belongs to, by its upper 12 bits (no script begins inside a row of 16). */
const ROWS = Uint8Array.from({ length: 0x1000 }, (_, row) => NAMES.indexOf(scriptOfRow(row)));

function scriptOfRow(row: number): ScriptKind | 'ascii' | 'letters' | 'marks' {
  const last = SCRIPT_STARTS.findLast(([start]) => start <= row * 16);
  return last === undefined ? 'other' : last[1];
}

/** What a family needs for a text of `tokens` o200k tokens, relative to them: by script and kind of its characters. */
export function textFactor(factors: Factors, text: string, tokens: number): number {
  const { shares, solid } = mixtureOf(text);
  let factor = 0;
  for (const [kind, share] of shares) {
    factor += share * factors[kind];
    if (kind !== 'code') continue;
    // Where o200k packs much code into a token, vocabularies with shorter words for code fall further behind.
    const perToken = Math.min(Math.max((text.length * solid) / tokens, MIN_SOLID), MAX_SOLID);
    factor += share * factors.codeSlope * (perToken - CODE_PIVOT);
  }
  return factor;
}

/** What a text is made of, judged by a sample of at most two thousand characters. */
export function mixtureOf(text: string): Mixture {
  const scripts = new Uint32Array(NAMES.length);
  const ascii = new Uint32Array(128);
  const th = sample(text, scripts, ascii);
  const [letters, marks] = [scripts[AT.letters] as number, scripts[AT.marks] as number];
  const latin = (scripts[AT.ascii] as number) + letters + marks;
  const spaces = (ascii[32] as number) + (ascii[10] as number);
  const shares: [TextKind, number][] = [];
  let foreign = -latin;
  for (const count of scripts) foreign += count;
  // Blanks and digits between words of another script are that script's.
  if (latin - spaces > foreign / 4 || foreign === 0) shares.push([latinKind(ascii, th, letters, marks), latin * LATIN_DENSITY]);
  const japanese = (scripts[AT.kana] as number) * 8 > (scripts[AT.han] as number);
  for (const [at, name] of NAMES.entries()) {
    const count = scripts[at] as number;
    if (name === 'ascii' || name === 'letters' || name === 'marks' || count === 0) continue;
    shares.push([name === 'han' && japanese ? 'kana' : name, count * DENSITY[name]]);
  }
  let total = 0;
  for (const [, weight] of shares) total += weight;
  for (const share of shares) share[1] = total === 0 ? 1 : share[1] / total;
  return { shares, solid: 1 - (spaces + (ascii[9] as number)) / Math.max(latin + foreign, 1) };
}

/** Fills the tallies and returns how often `th` was seen. */
function sample(text: string, scripts: Uint32Array, ascii: Uint32Array): number {
  let th = 0;
  const whole = text.length <= STRETCH * STRETCHES;
  const step = whole ? text.length : Math.floor((text.length - STRETCH) / (STRETCHES - 1));
  for (let from = 0, stretch = 0; stretch < (whole ? 1 : STRETCHES); stretch++, from += step) {
    const to = whole ? text.length : from + STRETCH;
    let before = 0;
    for (let at = from; at < to; at++) {
      const unit = text.charCodeAt(at);
      const row = ROWS[unit >> 4] as number;
      scripts[row] = (scripts[row] as number) + 1;
      if (unit < 128) ascii[unit] = (ascii[unit] as number) + 1;
      if (unit === 0x68 && (before | 0x20) === 0x74) th++;
      before = unit;
    }
  }
  return th;
}

const QUOTE = 34;
const PLAIN_SIGNS = new Set([...".,'!?-"].map((sign) => sign.charCodeAt(0)));
const JSON_SIGNS = new Set([...'":,{}[]'].map((sign) => sign.charCodeAt(0)));

/** Marks stacked on letters, then the signs of JSON and code, then the English `th`. */
function latinKind(ascii: Uint32Array, th: number, accented: number, marks: number): LatinKind {
  let [letters, digits, signs, plain, ofJson] = [accented, 0, 0, 0, 0];
  for (let code = 33; code < 127; code++) {
    const count = ascii[code] as number;
    if ((code >= 65 && code < 91) || (code >= 97 && code < 123)) letters += count;
    else if (code >= 48 && code < 58) digits += count;
    else signs += count;
    if (PLAIN_SIGNS.has(code)) plain += count;
    if (JSON_SIGNS.has(code)) ofJson += count;
  }
  if (marks * 20 > letters) return 'stacked';
  const solid = letters + digits + signs;
  if ((ascii[QUOTE] as number) * 9 > solid && ofJson * 5 > solid) return 'json';
  if ((signs - plain) * 14 > solid || digits * 8 > solid) return 'code';
  return th * 90 > letters || letters < 40 ? 'english' : 'latin';
}
