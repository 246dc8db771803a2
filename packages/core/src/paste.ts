/** Pastes longer than this many characters are shown as a short mark. */
export const LONG_PASTE = 200;

/** A long paste and where its mark stands in the text. */
export interface LongText {
  readonly number: number;
  /** Position of the mark's first UTF-16 unit. */
  readonly at: number;
  readonly text: string;
}

/**
 * What is being written: the text as it is shown, and the long pastes its marks stand for. Plain JSON.
 * A mark is known by its place, so the same characters typed by hand mean nothing.
 */
export interface Composition {
  readonly text: string;
  /** In the order of their marks. */
  readonly pastes: readonly LongText[];
  /** Number of the next mark; never given twice in one composition. */
  readonly next: number;
}

/** Nothing written yet. */
export const EMPTY_COMPOSITION: Composition = { text: '', pastes: [], next: 1 };

/** The mark a long paste is shown as. */
export function markOf(paste: Pick<LongText, 'number'>): string {
  return `[LongText#${paste.number}]`;
}

/** The composition with `pasted` in place of what stands from `from` to `to`; long text becomes a mark. */
export function pasteInto(composition: Composition, from: number, to: number, pasted: string): Composition {
  if (!isLong(pasted)) return typeInto(composition, from, to, pasted);
  const { next } = composition;
  const range = whole(composition, from, to);
  const cut = replace(composition, range, markOf({ number: next }));
  const mark = { number: next, at: range.from, text: pasted };
  const pastes = [...cut.pastes, mark].sort((a, b) => a.at - b.at);
  return { text: cut.text, pastes, next: next + 1 };
}

/**
 * The composition with `typed` in place of what stands from `from` to `to`. Marks are whole or gone:
 * removing a piece of one removes it, typing inside one types behind it.
 */
export function typeInto(composition: Composition, from: number, to: number, typed: string): Composition {
  return replace(composition, whole(composition, from, to), typed);
}

/** The composition after a text field turned it into `text` and left the caret at `caret`. Where the replaced range is known, `typeInto` is surer. */
export function followField(composition: Composition, text: string, caret: number = text.length): Composition {
  const old = composition.text;
  const behind = Math.max(0, text.length - caret);
  const tail = old.endsWith(text.slice(text.length - behind)) ? behind : commonTail(old, text);
  const head = commonHead(old, text, Math.min(old.length, text.length) - tail);
  return typeInto(composition, head, old.length - tail, text.slice(head, text.length - tail));
}

/** The range of the mark that `at` stands inside of; nothing where it stands at an edge or outside. */
export function markAround({ pastes }: Composition, at: number): Range | undefined {
  const around = pastes.find((long) => at > long.at && at < endOf(long));
  return around && { from: around.at, to: endOf(around) };
}

/** What is sent: every mark replaced by the text it stands for. */
export function expandPastes({ text, pastes }: Composition): string {
  let sent = '';
  let done = 0;
  for (const long of pastes) {
    sent += text.slice(done, long.at) + long.text;
    done = endOf(long);
  }
  return sent + text.slice(done);
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function endOf(long: LongText): number {
  return long.at + markOf(long).length;
}

function isLong(text: string): boolean {
  let characters = 0;
  for (const _ of text) if (++characters > LONG_PASTE) return true;
  return false;
}

/** The range put right: inside the text, and widened or moved so that it cuts no mark. */
function whole(composition: Composition, start: number, end: number): Range {
  const ends = [clamp(start, composition.text.length), clamp(end, composition.text.length)] as const;
  const from = Math.min(...ends);
  const to = Math.max(...ends);
  const first = markAround(composition, from);
  if (from === to) return first ? { from: first.to, to: first.to } : { from, to };
  return { from: first?.from ?? from, to: markAround(composition, to)?.to ?? to };
}

function replace({ text, pastes, next }: Composition, { from, to }: Range, by: string): Composition {
  const moved = by.length - (to - from);
  const kept = pastes
    .filter((long) => long.at >= to || endOf(long) <= from)
    .map((long) => (long.at >= to ? { ...long, at: long.at + moved } : long));
  return { text: text.slice(0, from) + by + text.slice(to), pastes: kept, next };
}

function clamp(at: number, length: number): number {
  return Math.min(Math.max(0, Math.trunc(at) || 0), length);
}

function commonHead(a: string, b: string, most: number): number {
  let same = 0;
  while (same < most && a.charCodeAt(same) === b.charCodeAt(same)) same++;
  return same;
}

function commonTail(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let same = 0;
  while (same < most && a.charCodeAt(a.length - 1 - same) === b.charCodeAt(b.length - 1 - same)) same++;
  return same;
}
