import { charsOf, type Lines, lineAt } from './lines.ts';

/** Lines of a source that equal lines of a target. */
export interface Match {
  /** Number of the source, as returned by `add`. */
  readonly source: number;
  readonly line: number;
  readonly count: number;
}

/** Finds earlier runs of lines. Time is linear in the lines added and looked up: chains are walked only so far. */
export interface LineIndex {
  add(lines: Lines): number;
  /** The longest run that starts at a line; one in `near` is taken before one a little longer elsewhere. */
  find(lines: Lines, line: number, near: number): Match | null;
}

/** Earlier places looked at for one line. */
const DEPTH = 12;
/** How many lines longer a run elsewhere must be to be taken before a near one. */
const PREFERENCE = 2;
/** A single line is looked up only when it has so many characters. */
const LONG_LINE = 40;

/** An empty index. */
export function lineIndex(): LineIndex {
  let heads = new Int32Array(512);
  let keys = new Int32Array(512);
  let previous = new Int32Array(512);
  let sources = new Int32Array(512);
  let places = new Int32Array(512);
  const texts: Lines[] = [];
  /** Number of the last place taken; 0 means none. */
  let last = 0;

  function insert(key: number, source: number, line: number): void {
    last++;
    if (last >= keys.length) grow();
    keys[last] = key;
    sources[last] = source;
    places[last] = line;
    link(last);
  }

  function link(place: number): void {
    const slot = (keys[place] as number) & (heads.length - 1);
    previous[place] = heads[slot] as number;
    heads[slot] = place;
  }

  /** Chains stay short: there are always more slots than places. */
  function grow(): void {
    keys = doubled(keys);
    previous = doubled(previous);
    sources = doubled(sources);
    places = doubled(places);
    heads = new Int32Array(heads.length * 2);
    for (let place = 1; place < last; place++) link(place);
  }

  return {
    add(lines) {
      const source = texts.push(lines) - 1;
      for (let line = 0; line < lines.count; line++) {
        if (line + 1 < lines.count) insert(pairKey(lines, line), source, line);
        if (isLong(lines, line)) insert(lineKey(lines, line), source, line);
      }
      return source;
    },
    find(lines, line, near) {
      let best: Match | null = null;
      const look = (key: number) => {
        let place = heads[key & (heads.length - 1)] as number;
        for (let depth = 0; place > 0 && depth < DEPTH; depth++, place = previous[place] as number) {
          if (keys[place] !== key) continue;
          const source = sources[place] as number;
          const from = places[place] as number;
          const count = sameLines(lines, line, texts[source] as Lines, from);
          if (count > 0 && score(source, count, near) > (best === null ? 0 : score(best.source, best.count, near)))
            best = { source, line: from, count };
        }
      };
      if (line + 1 < lines.count) look(pairKey(lines, line));
      if (best === null && isLong(lines, line)) look(lineKey(lines, line));
      return best === null ? null : verified(best, lines, line, texts);
    },
  };
}

function score(source: number, count: number, near: number): number {
  return source === near ? count + PREFERENCE : count;
}

function sameLines(a: Lines, atA: number, b: Lines, atB: number): number {
  const most = Math.min(a.count - atA, b.count - atB);
  let count = 0;
  while (count < most && a.hashes[atA + count] === b.hashes[atB + count]) count++;
  return count;
}

/** Hashes may agree where words do not: the match as far as the words agree. */
function verified(match: Match, lines: Lines, line: number, texts: readonly Lines[]): Match | null {
  const source = texts[match.source] as Lines;
  let count = 0;
  while (count < match.count && lineAt(lines, line + count) === lineAt(source, match.line + count)) count++;
  return count === 0 ? null : { ...match, count };
}

function pairKey({ hashes }: Lines, line: number): number {
  return mixed(Math.imul(hashes[line] as number, 31) ^ (hashes[line + 1] as number));
}

function lineKey({ hashes }: Lines, line: number): number {
  return mixed((hashes[line] as number) ^ 0x5bd1e995);
}

function mixed(hash: number): number {
  const h = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return h ^ (h >>> 15);
}

function isLong(lines: Lines, line: number): boolean {
  return charsOf(lines, line, line + 1) > LONG_LINE;
}

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
