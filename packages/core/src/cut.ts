/** Marks left where text was shortened or taken out; their wording is fixed. */
export const TRUNCATED = '⟨ ... truncated ⟩';
export const SUPPRESSED = '⟨ Content suppressed ⟩';

/** How much of a text to keep. Both limits hold when both are given. */
export interface CutLimit {
  readonly maxChars?: number;
  readonly maxLines?: number;
  /** Leave the visible marker behind (default true). */
  readonly addEllipsis?: boolean;
}

/** The first lines or characters of a text, marked as cut; the text itself when it is within the limit. */
export function cutText(text: string, { maxChars = Infinity, maxLines = Infinity, addEllipsis = true }: CutLimit): string {
  if (text === TRUNCATED || (!Number.isFinite(maxChars) && !Number.isFinite(maxLines))) return text;
  const body = text.endsWith(`\n${TRUNCATED}`) ? text.slice(0, -TRUNCATED.length - 1) : text;
  const end = Math.min(lineEnd(body, maxLines), body.length > maxChars ? graphemeStart(body, maxChars) : body.length);
  if (end >= body.length) return text;
  const kept = body.slice(0, end);
  if (!addEllipsis) return kept;
  return kept === '' ? TRUNCATED : `${kept}\n${TRUNCATED}`;
}

/** Position where line `count` ends, its line break not included. */
function lineEnd(text: string, count: number): number {
  if (!Number.isFinite(count)) return text.length;
  let end = -1;
  for (let line = 0; line < count; line++) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) return text.length;
  }
  return Math.max(text[end - 1] === '\r' ? end - 1 : end, 0);
}

/** The beginning of a text that weighs at most `tokens`, marker included; the text itself when it does. */
export function cutToTokens(text: string, tokens: number, countText: (text: string) => number): string {
  let cut = text;
  let chars = text.length;
  for (let weight = countText(cut); weight > tokens && chars > 0; weight = countText(cut)) {
    chars = Math.floor((chars * Math.max(0, tokens)) / (weight + 1));
    cut = cutText(text, { maxChars: chars });
  }
  return cut;
}

/** Made when first needed: loading its data would cost every import milliseconds. */
let graphemes: Intl.Segmenter | undefined;
/** No grapheme people write is longer; hostile ones are cut between code points. */
const LONGEST = 64;

/** The last position at or before `at` that splits no grapheme: no emoji, flag, accent or CRLF is torn. */
export function graphemeStart(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.max(0, Math.min(at, text.length));
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  // One more character decides whether `at` is a boundary; how long the rest is must not matter.
  const start = graphemes.segment(text.slice(0, at + 2)).containing(at)?.index ?? at;
  return at - start <= LONGEST ? start : codePointStart(text, at);
}

/** The last position at or before `at` that splits no surrogate pair. */
export function codePointStart(text: string, at: number): number {
  const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;
  const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
  return isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1)) ? at - 1 : at;
}
