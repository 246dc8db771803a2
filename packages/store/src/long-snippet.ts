import { readMessage } from './column-json.ts';
import type { Phrase } from './fts.ts';
import { entryWords } from './fts.ts';
import { boundaryBefore, longTexts, textOf } from './long-texts.ts';
import { createYield } from './planned-append.ts';
import { type Snippet, showsWhy, snippetOf } from './snippet.ts';

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
