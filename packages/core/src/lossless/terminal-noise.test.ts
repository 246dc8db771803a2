import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutNoise } from './terminal-noise.ts';

describe('withoutNoise', () => {
  it('keeps what a terminal would still show', () => {
    expect(withoutNoise('\u001b[32mok\u001b[0m done')).toBe('ok done');
    expect(withoutNoise('10%\r50%\r100% done\nnext')).toBe('100% done\nnext');
    expect(withoutNoise('a\r\nb\r\n')).toBe('a\r\nb\r\n');
    expect(withoutNoise('Loading  10% [=>   ]\nLoading  60% [===> ]\nLoading 100% [=====]\nend')).toBe(
      'Loading 100% [=====]\nend',
    );
    expect(withoutNoise('ab\bc')).toBe('ac');
  });

  it('leaves text without noise alone, and never grows', () => {
    const quiet = fc.string().map((text) => text.replace(/[\d%=#\p{Cc}]/gu, ''));
    fc.assert(fc.property(quiet, (text) => withoutNoise(text) === text));
    const noisy = fc.string({ unit: fc.constantFrom('\u001b[1m', '\r', '\n', '5%', 'a', ' ', '[==>  ]', '\b') });
    fc.assert(fc.property(noisy, (text) => withoutNoise(text).length <= text.length));
  });
});
