import fc from 'fast-check';
import { get_encoding } from 'tiktoken';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRanks } from '../node.ts';
import { readAsset } from './asset.ts';
import { unfoldClasses } from './classes.ts';
import { SharedMemory } from './shared-memory.ts';
import { installRanks } from './tables.ts';
import { countText } from './text.ts';

const oracle = get_encoding('o200k_base');
const expected = (text: string) => oracle.encode(text, [], []).length;
const deep = process.env.TENFOLD_DEEP === '1';

const FRAGMENTS = [
  ..."'s 't 're 've 'm 'll 'd 'S 'LL 'Re 'ſ ' ''".split(' '),
  ...['\n', '\r\n', '\r', ' ', '  ', '    ', '\t', '\u0085', '\u00a0', '\ufeff', '\u2028', '\u3000', '\u180e', '\u200b'],
  ...[
    '<|endoftext|>',
    '<|endofprompt|>',
    '<|im_start|>',
    'http://',
    '://',
    '/*',
    '*/',
    '=>',
    '==',
    '...',
    '!',
    '_',
    '{',
    '":',
    '--',
  ],
  ...['1', '23', '4567', '٣', '²', 'ⅷ', '௧', '½', 'ǅ', 'ʰ', 'ª', 'ß', 'É', 'İ', 'ı', '\u0301', '\u20dd', 'e\u0301'],
  ...['the', ' quick', 'Hello', 'WORLD', 'camelCase', 'HTMLElement', 'ing', 'tion', 'aaaa', 'qxj', 'function', ' return'],
  ...[
    '中文',
    '国',
    '日本語',
    'テスト',
    '한국어',
    'สวัสดี',
    'नमस्ते',
    'العربية',
    'שלום',
    'Привет',
    'Ελλάδα',
    '😀',
    '👩‍👩‍👧',
    '🇯🇵',
    '\ud800',
    '\udfff',
    '\0',
  ],
];

/** Text that steps on every border of the split pattern. */
const knotty = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...FRAGMENTS) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 0x2fff }).map((point) => String.fromCodePoint(point)) },
      { weight: 1, arbitrary: fc.integer({ min: 0x4e00, max: 0x9fff }).map((point) => String.fromCodePoint(point)) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
      { weight: 2, arbitrary: fc.stringMatching(/^[a-z]{1,14}$/) },
    ),
    { minLength: 1, maxLength: 14 },
  )
  .map((parts) => parts.join(''));

afterAll(() => oracle.free());

describe.each([
  { path: 'compiled', compiled: true, runs: deep ? 1_000_000 : 20_000 },
  { path: 'plain', compiled: false, runs: deep ? 100_000 : 5_000 },
])('countText, $path path', ({ compiled, runs }) => {
  beforeAll(() => installRanks(readRanks(), { compiled }));

  it('counts what tiktoken counts', () => {
    fc.assert(
      fc.property(knotty, (text) => countText(text) === expected(text)),
      { numRuns: runs },
    );
  });

  it('counts long runs of few letters as tiktoken does', () => {
    const few = fc.constantFrom('ab', 'aeiou', 'etaoinshr', 'ACGT', '=-', ' \n', '的一是', 'abcdefghijklmnopqrstuvwxyz');
    const run = few.chain((letters) => fc.string({ unit: fc.constantFrom(...letters), minLength: 100, maxLength: 400 }));
    fc.assert(
      fc.property(run, (text) => countText(text) === expected(text)),
      { numRuns: deep ? 5_000 : 200 },
    );
  });

  it('agrees on both sides of every border between character classes', () => {
    for (const point of classBorders()) {
      for (const at of [point - 1, point]) {
        const char = String.fromCodePoint(at);
        const texts = [
          `a${char}b`,
          ` ${char}1`,
          `${char}${char}A${char}`,
          `A${char}'s`,
          `\n${char} ${char}`,
          `1${char}23`,
          `.${char}/\n`,
        ];
        for (const text of texts) expect(countText(text), JSON.stringify(text)).toBe(expected(text));
      }
    }
  });

  it('agrees on contractions of every case behind every kind of letter', () => {
    const endings = ['s', 't', 're', 've', 'm', 'll', 'd', 'ſ', 'x', 'r', 'l', 'v', '\u212a', ''];
    for (const ending of endings) {
      for (const cased of [ending, ending.toUpperCase(), ending.charAt(0).toUpperCase() + ending.slice(1)]) {
        for (const word of ['we', 'WE', 'We', 'é', '中', 'ʰ', '5', '.', ' ', 'a\u0301', '\u0301']) {
          for (const text of [`${word}'${cased}`, `${word}'${cased}e`, `${word}'${cased} on`, `${word}’${cased}`]) {
            expect(countText(text), JSON.stringify(text)).toBe(expected(text));
          }
        }
      }
    }
  });

  it('agrees on all white space', () => {
    const spaces = [
      9, 10, 11, 12, 13, 28, 29, 30, 31, 32, 0x85, 0xa0, 0x1680, 0x180e, 0x200b, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff,
    ];
    for (let point = 0x2000; point <= 0x200a; point++) spaces.push(point);
    const chars = spaces.map((point) => String.fromCodePoint(point));
    for (const one of chars) {
      for (const two of chars) {
        for (const text of [`a${one}${two}b`, `${one}${two}`, `.${one}${two}1`, `a${one}${two}${one}.`]) {
          expect(countText(text), JSON.stringify(text)).toBe(expected(text));
        }
      }
    }
  });

  it.each([
    ['', 0],
    ['a'.repeat(1_000_000), 125_000],
    [' '.repeat(1_000_000), 7_813],
    ['\n'.repeat(1_000_000), 62_500],
    ['_'.repeat(200_000), 3_125],
    [' hello'.repeat(900_000), 900_000],
    ['0'.repeat(500_000), 166_667],
  ])('counts the golden texts (case %#)', (text, tokens) => expect(countText(text)).toBe(tokens));

  it('takes text that looks like a special token for plain text', () => {
    for (const text of ['<|endoftext|>', 'a<|endofprompt|>b', '<|endoftext|><|endoftext|>']) {
      expect(countText(text)).toBe(expected(text));
      expect(countText(text)).toBeGreaterThan(2);
    }
  });

  it('counts a lone surrogate as the replacement character', () => {
    for (const text of ['\ud800', 'a\udc00b', '\ud83d', '\ude00\ud83d'])
      expect(countText(text)).toBe(countText(text.toWellFormed()));
  });

  it('counts a text it remembers like one it meets first', () => {
    const twice = (text: string) => {
      countText(text);
      return countText(text) === expected(text);
    };
    fc.assert(fc.property(knotty, twice), { numRuns: 500 });
  });
});

/** Code points whose class differs from that of the one before. */
function classBorders(): number[] {
  const { pageOf, pages } = unfoldClasses(readAsset(readRanks()).classRuns, new SharedMemory(false));
  const classOf = (point: number) => pages[((pageOf[point >> 8] as number) << 8) | (point & 0xff)];
  const borders: number[] = [];
  for (let point = 1; point < 0x110000; point++) {
    const surrogate = point >= 0xd800 && point <= 0xe000;
    if (!surrogate && classOf(point) !== classOf(point - 1)) borders.push(point);
  }
  return borders;
}
