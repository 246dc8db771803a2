import { readJson, readMessage } from './column-json.ts';
import type { Phrase } from './fts.ts';
import { entryWords } from './fts.ts';
import { createYield } from './planned-append.ts';
import { type Snippet, showsWhy, snippetOf } from './snippet.ts';

/** Letters from which on a text within a message is not read with it. */
const LONG = 1 << 14;
/** Letters of such a text that are looked at in one go, and how many of them again with the next, so that nothing is cut apart. */
const WINDOW = 1 << 16;
const OVERLAP = 1 << 10;

/** Stands for a long text while the rest of its message is read. */
const nameOf = (index: number) => `\u{f0000}${index}\u{f0000}`;
const NAMES = /\u{f0000}(\d+)\u{f0000}/u;

/**
 * The snippet of a message of which only its JSON is there. Its long texts are not taken out of it but looked through where they stand, up to the
 * first match, and others have their turn meanwhile; what is not searched, such as a picture, is passed over.
 */
export async function longSnippet(json: string, phrases: readonly Phrase[]): Promise<Snippet> {
  const yieldToOthers = createYield();
  const spans = await longTexts(json, yieldToOthers);
  let bare = '';
  let end = 0;
  for (const [index, [from, to]] of spans.entries()) {
    bare += json.slice(end, from) + nameOf(index);
    end = to;
  }
  const pieces = entryWords(readMessage(bare + json.slice(end))).split(NAMES);
  for (const [at, piece] of pieces.entries()) {
    const span = at % 2 === 0 ? undefined : spans[Number(piece)];
    if (span === undefined) {
      if (showsWhy(piece, phrases)) return snippetOf(piece, phrases);
      continue;
    }
    for (let from = span[0]; from < span[1]; ) {
      const to = boundaryBefore(json, Math.min(from + WINDOW, span[1]), from);
      if (showsWhy(textOf(json.slice(from, to)), phrases)) {
        const further = boundaryBefore(json, Math.min(to + OVERLAP, span[1]), from);
        return snippetOf(textOf(json.slice(from, further)), phrases);
      }
      from = to === span[1] ? to : boundaryBefore(json, to - OVERLAP, from);
      await yieldToOthers();
    }
  }
  const [from, to] = spans[Number(pieces[1])] ?? [0, 0];
  return snippetOf(pieces[0] || textOf(json.slice(from, boundaryBefore(json, Math.min(to, from + OVERLAP), from))), phrases);
}

type Span = readonly [from: number, to: number];

/** Where the long texts of a JSON stand, without their quotes. */
async function longTexts(json: string, yieldToOthers: () => Promise<void>): Promise<readonly Span[]> {
  const spans: Span[] = [];
  let looked = 0;
  for (let open = json.indexOf('"'); open >= 0; ) {
    let close = json.indexOf('"', open + 1);
    while (close >= 0 && isEscaped(json, close)) {
      close = json.indexOf('"', close + 1);
      if (++looked % 10_000 === 0) await yieldToOthers();
    }
    if (close < 0) break;
    if (close - open > LONG) spans.push([open + 1, close]);
    open = json.indexOf('"', close + 1);
    if (++looked % 10_000 === 0) await yieldToOthers();
  }
  return spans;
}

/** Whether a sign of a JSON's text stands behind a backslash that is not escaped itself; the text before `since` is of no account. */
function isEscaped(json: string, at: number, since = 0): boolean {
  let slashes = 0;
  while (at - 1 - slashes >= since && json[at - 1 - slashes] === '\\') slashes++;
  return slashes % 2 === 1;
}

/** The place itself, or one before it that splits neither an escape nor a character; `since` is such a place. */
function boundaryBefore(json: string, at: number, since: number): number {
  for (let sign = at - 1; sign >= since && sign > at - 6; sign--) {
    if (json[sign] !== '\\' || isEscaped(json, sign, since)) continue;
    return sign + (json[sign + 1] === 'u' ? 6 : 2) > at ? sign : at;
  }
  const unit = json.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff && at > since ? at - 1 : at;
}

function textOf(piece: string): string {
  return String(readJson(`"${piece}"`));
}
