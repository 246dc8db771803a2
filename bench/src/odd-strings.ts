import { randomNumbers } from './random.ts';

const PARTS = [
  ...[
    "'s",
    "'LL",
    "'ſ",
    '\n',
    '\r\n',
    '  ',
    '\t',
    '\u0085',
    '\u00a0',
    '\ufeff',
    '\u2028',
    '<|endoftext|>',
    '://',
    '...',
    '_',
    '{',
  ],
  ...[
    '1',
    '23',
    '٣',
    '²',
    'ⅷ',
    'ǅ',
    'ʰ',
    '\u0301',
    'the',
    ' quick',
    'Hello',
    'WORLD',
    'camelCase',
    'aaaa',
    'qxj',
    '\ud800',
    '\0',
  ],
  ...['中文', '日本語', 'テスト', '한국어', 'สวัสดี', 'नमस्ते', 'العربية', 'Привет', '😀', '👩‍👩‍👧'],
];

/** Two thousand strings of what trips tokenizers, always the same. */
export function oddStrings(): string[] {
  const random = randomNumbers(42);
  return Array.from({ length: 2_000 }, () =>
    Array.from({ length: 1 + random(10) }, () =>
      random(4) === 0 ? String.fromCodePoint(random(0x3000)) : PARTS[random(PARTS.length)],
    ).join(''),
  );
}
