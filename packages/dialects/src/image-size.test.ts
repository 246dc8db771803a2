import { describe, expect, it } from 'vitest';
import { imageSize } from './image-size.ts';

const base64 = (...bytes: (number | string)[]) =>
  Buffer.from(bytes.flatMap((byte) => (typeof byte === 'string' ? [...Buffer.from(byte, 'latin1')] : [byte]))).toString('base64');
const rest = Array<number>(40).fill(0);

describe('the size of an image', () => {
  it('is read from the header of each kind', () => {
    expect(imageSize(base64('\x89PNG\r\n\x1a\n', 0, 0, 0, 13, 'IHDR', 0, 0, 4, 0, 0, 0, 3, 1, ...rest))).toEqual({
      width: 1024,
      height: 769,
    });
    expect(imageSize(base64('GIF89a', 10, 1, 20, 0, ...rest))).toEqual({ width: 266, height: 20 });
    expect(imageSize(base64('RIFF', 0, 0, 0, 0, 'WEBPVP8 ', 0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 64, 0, 32, 0, ...rest))).toEqual({
      width: 64,
      height: 32,
    });
    expect(imageSize(base64('RIFF', 0, 0, 0, 0, 'WEBPVP8L', 0, 0, 0, 0, 0x2f, 63, 192, 7, 0, ...rest))).toEqual({
      width: 64,
      height: 32,
    });
    expect(imageSize(base64('RIFF', 0, 0, 0, 0, 'WEBPVP8X', 0, 0, 0, 0, 0, 0, 0, 0, 63, 0, 0, 31, 0, 0, ...rest))).toEqual({
      width: 64,
      height: 32,
    });
    expect(imageSize(base64(0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc0, 0, 11, 8, 0, 32, 0, 64, 3, ...rest))).toEqual({
      width: 64,
      height: 32,
    });
  });

  it('is unknown for anything else', () => {
    for (const data of ['', 'AAAA', '\ud800', base64(0xff, 0xd8, 1, 2, 3, 4), base64('GIF89a', 0, 0, 0, 0, ...rest)])
      expect(imageSize(data)).toBeUndefined();
  });
});
