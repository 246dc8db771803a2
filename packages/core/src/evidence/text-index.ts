/** Shorter texts are looked through as they are. */
const SHORT = 2_000;
/** What is longer may have lost its end, in the middle of a word. */
const CUT = 80;

/** 1 for what joins to words, 2 for signs of scripts that part none: each is a word. */
function kindOf(unit: number): 0 | 1 | 2 {
  if (unit < 128)
    return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95 ? 1 : 0;
  return unit >= 0x2e80 ? 2 : unit >= 0xc0 && unit < 0x2000 ? 1 : 0;
}

/** Visits the words of a text: where each begins and ends, and a number for its letters. */
function eachRun(text: string, visit: (start: number, end: number, hash: number) => void): void {
  for (let at = 0; at < text.length; ) {
    const kind = kindOf(text.charCodeAt(at));
    const start = at;
    let hash = 2166136261;
    do hash = Math.imul(hash ^ text.charCodeAt(at++), 16777619);
    while (kind === 1 && at < text.length && kindOf(text.charCodeAt(at)) === 1);
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
  const joins = (inside: number, outside: number) => kindOf(inside) === 1 && kindOf(outside) === 1;
  if (at > 0 && joins(words.charCodeAt(0), text.charCodeAt(at - 1))) return false;
  return words.length > CUT || end >= text.length || !joins(words.charCodeAt(words.length - 1), text.charCodeAt(end));
}
