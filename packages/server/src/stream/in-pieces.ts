import { setImmediate as nextTurn } from 'node:timers/promises';

/** Characters that are sent at a time: written in some two milliseconds. */
const PIECE = 256 * 1024;

/** Text as a body that is made at the pace of who reads it; others have their turn between two pieces. `ended` is called once, when nobody reads it any more or it breaks off. `mayGoOn` throws where no more of it is for its reader. */
export function inPieces(
  texts: Iterator<string>,
  ended: () => void = () => {},
  mayGoOn: () => Promise<void> = async () => {},
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isOver = false;
  const end = () => {
    if (!isOver) ended();
    isOver = true;
  };
  return new ReadableStream({
    async pull(controller) {
      // What is written has taken long to make: others come first.
      await nextTurn();
      try {
        await mayGoOn();
        const { piece, done } = nextPiece(texts);
        if (piece !== '') controller.enqueue(encoder.encode(piece));
        if (!done) return;
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      end();
    },
    cancel: end,
  });
}

function nextPiece(texts: Iterator<string>): { readonly piece: string; readonly done: boolean } {
  let piece = '';
  for (let next = texts.next(); !next.done; next = texts.next()) {
    piece += next.value;
    if (piece.length >= PIECE) return { piece, done: false };
  }
  return { piece, done: true };
}
