import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { imageOf } from './attachment-image.ts';

const BYTES = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ';
const URL = `data:image/png;base64,${BYTES}`;

describe('attachment image', () => {
  it.each([
    [URL],
    [{ type: 'file', data: URL }],
    [{ type: 'image_url', image_url: { url: URL } }],
    [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: BYTES } }],
  ])('is found in %j', (source) => {
    expect(imageOf({ mediaType: 'image/png', source })).toBe(URL);
  });

  it('is never an address to fetch, nor a kind that can carry scripts', () => {
    expect(imageOf({ mediaType: 'image/png', source: { url: 'https://cats.example/cat.png' } })).toBeNull();
    expect(imageOf({ mediaType: 'image/svg+xml', source: `data:image/svg+xml;base64,${BYTES}` })).toBeNull();
    expect(imageOf({ mediaType: 'text/html', source: { data: BYTES } })).toBeNull();
    expect(imageOf({ mediaType: 'image/png' })).toBeNull();
  });

  it('whatever stands there, only an inline image comes out', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('image/png', 'text/html', 'image/svg+xml'), (source, mediaType) => {
        const found = imageOf({ mediaType, source });
        expect(found === null || /^data:image\/(png|jpeg|gif|webp);base64,/.test(found)).toBe(true);
      }),
    );
  });
});
