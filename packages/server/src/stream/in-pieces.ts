import { setImmediate as nextTurn } from 'node:timers/promises';
import { textInPieces } from '@tenfold/core';

/** Characters that are sent at a time: written in some two milliseconds. */
const PIECE = 256 * 1024;

/** Text as a body that is made at the pace of who reads it; others have their turn between two pieces. */
export function inPieces(texts: Iterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      let piece = '';
      let { done, value } = texts.next();
      for (; !done; { done, value } = texts.next()) {
        piece += value;
        if (piece.length >= PIECE) break;
      }
      if (piece !== '') controller.enqueue(encoder.encode(piece));
      if (done) controller.close();
      else await nextTurn();
    },
  });
}

/** A text as a body: one that is long in pieces, cut between characters. */
export function bodyOf(text: string): string | ReadableStream<Uint8Array> {
  return text.length < 4 * PIECE ? text : inPieces(textInPieces(text));
}
