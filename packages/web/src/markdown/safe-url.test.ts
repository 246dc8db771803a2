import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeUrl } from './safe-url.ts';

describe('safe url', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://x/y',
    '//no-scheme.example',
    '/relative',
    '',
  ])('refuses %j', (href) => {
    expect(safeUrl(href)).toBeNull();
  });

  it('shows the address that will be asked for, not the one that was written', () => {
    expect(safeUrl('https://exаmple.com/')).toBe('https://xn--exmple-4nf.com/');
    expect(safeUrl('https://good.example@evil.example/')).toBe('https://good.example@evil.example/');
  });

  it('lets nothing through but web and mail addresses', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (href) => {
        const url = safeUrl(href);
        expect(url === null || /^(https?|mailto):/.test(url)).toBe(true);
      }),
    );
  });
});
