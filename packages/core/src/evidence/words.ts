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
