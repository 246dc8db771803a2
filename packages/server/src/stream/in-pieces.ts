import { setImmediate as nextTurn } from 'node:timers/promises';

/** Characters that are sent at a time: written in some two milliseconds. */
const PIECE = 256 * 1024;

/** Text as a body that is made at the pace of who reads it; others have their turn between two pieces. `ended` is called once nobody reads it any more. */
export function inPieces(texts: Iterator<string>, ended: () => void = () => {}): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      // What is written has taken long to make: others come first.
      await nextTurn();
      let piece = '';
      let { done, value } = texts.next();
      for (; !done; { done, value } = texts.next()) {
        piece += value;
        if (piece.length >= PIECE) break;
      }
      if (piece !== '') controller.enqueue(encoder.encode(piece));
      if (!done) return;
      controller.close();
      ended();
    },
    cancel: ended,
  });
}
