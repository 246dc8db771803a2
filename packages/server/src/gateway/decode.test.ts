import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createStreamDecoder, decodeBody } from './decode.ts';

const MB = 2 ** 20;

const more = (): [string, Buffer | null][] => [
  ['br', brotliCompressSync(Buffer.alloc(160 * MB, 'a'), { params: { 1: 0 } })],
  ['identity', null],
];

it.each<[string, Buffer | null]>([
  ['gzip', gzipSync(Buffer.alloc(160 * MB, 'a'), { level: 1 })],
  ...(process.env.TENFOLD_DEEP === '1' ? more() : []),
])('reads no more of an answer than any model says, packed as %s', async (coding, packed) => {
  let letters = 0;
  let endless = 0;
  const copy = createStreamDecoder(coding, {
    onText: ({ length }) => {
      letters += length;
    },
    onTooLong: () => {
      endless++;
    },
  });
  const pieces =
    packed === null ? Array.from({ length: 160 }, () => Buffer.alloc(MB, 'a')) : [packed.subarray(0, 50), packed.subarray(50)];
  for (const piece of pieces) copy?.push(piece);
  await copy?.end();
  expect(letters).toBeGreaterThan(120 * MB);
  expect(letters).toBeLessThanOrEqual(128 * MB);
  expect(endless).toBe(1);
});

it.each([['a'], ['ö and o. '], ['漢字、'], ['🙂 \r\n']])('reads a long body of “%s” as what it is', async (words) => {
  const text = words.repeat(Math.ceil((2.5 * MB) / Buffer.byteLength(words)));
  expect((await decodeBody(Buffer.from(text), undefined)) === text).toBe(true);
  expect((await decodeBody(gzipSync(text, { level: 1 }), 'gzip')) === text).toBe(true);
});
