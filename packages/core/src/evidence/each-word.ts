const LETTER = 1;
const DIGIT = 2;
const JOINER = 3;
const kinds = new Uint8Array(128);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$') kinds[char.charCodeAt(0)] = LETTER;
for (const char of '0123456789') kinds[char.charCodeAt(0)] = DIGIT;
for (const char of "./:@#'+-") kinds[char.charCodeAt(0)] = JOINER;

function kindOf(unit: number): number {
  if (unit < 128) return kinds[unit] as number;
  if (unit === 0x2019) return JOINER;
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
    const kind = kindOf(first);
    if (kind === 0 || kind === JOINER) {
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
      const next = kindOf(unit);
      if (next === 0 || isUnspaced(unit)) break;
      if (next === JOINER) {
        if (at + 1 >= length || kindOf(text.charCodeAt(at + 1)) % JOINER === 0) break;
        if (unit !== 39 && unit !== 0x2019) plain = false;
      } else if (next === DIGIT) plain = false;
    }
    if (at - start <= LONGEST) visit(plain ? text.slice(start, at).toLowerCase() : text.slice(start, at), plain);
  }
}
