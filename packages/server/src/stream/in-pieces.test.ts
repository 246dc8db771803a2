import { expect, it } from 'vitest';
import { inPieces } from './in-pieces.ts';

it.each([
  ['is read to its end', ['a', 'b'], (body: ReadableStream) => new Response(body).text()],
  ['is left', ['a', 'b'], (body: ReadableStream) => body.cancel()],
  ['cannot be made', brokenTexts(), (body: ReadableStream) => expect(new Response(body).text()).rejects.toThrow('broken')],
])('tells once that a body is over which %s', async (_what, texts: Iterable<string>, read) => {
  let ended = 0;
  await read(inPieces(texts[Symbol.iterator](), () => ended++));
  expect(ended).toBe(1);
});

function* brokenTexts() {
  yield 'a';
  throw new Error('broken');
}
