import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { policy } from './trusted-types.ts';

beforeEach(() => vi.stubGlobal('location', new URL('http://127.0.0.1:4310/s/1')));
afterEach(() => vi.unstubAllGlobals());

describe('trusted types', () => {
  it('let character references through and no markup', () => {
    for (const reference of ['&amp;', '&eacute;', '&#39;', '&#x27;']) expect(policy.createHTML(reference)).toBe(reference);
    for (const html of ['<b>', '&lt;img src=x>', '', 'text', '&a; <b>', '&a;\n']) expect(() => policy.createHTML(html)).toThrow();
  });

  it('never let an element through', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('<', '>', '&', ';', 'a', '#', '/', '"', ' ') }), (html) => {
        fc.pre(html.includes('<') || html.includes(' '));
        expect(() => policy.createHTML(html)).toThrow();
      }),
    );
  });

  it('let scripts of our own through and no others', () => {
    expect(policy.createScriptURL('/assets/counter.worker.js')).toBe('/assets/counter.worker.js');
    expect(policy.createScriptURL('http://127.0.0.1:4310/a.js')).toBe('http://127.0.0.1:4310/a.js');
    for (const url of [
      'https://evil.example/x.js',
      '//evil.example/x.js',
      'data:text/javascript,1',
      'blob:null/1',
      'javascript:1',
    ])
      expect(() => policy.createScriptURL(url), url).toThrow();
  });
});
