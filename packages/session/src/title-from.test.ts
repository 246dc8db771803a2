import { textMessage } from '@tenfold/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tidyTitle, titleFrom } from './title-from.ts';

const of = (text: string) => titleFrom(textMessage('user', text)).title;

describe('titleFrom', () => {
  it.each([
    ['Hi! Could you look at the parser? It fails on tabs.', 'Could you look at the parser? It fails on tabs.'],
    ['Hi! Could you look at the parser? It fails on tabs and on everything else I tried.', 'Could you look at the parser?'],
    ['Guten Tag. Wie lese ich eine Datei in Zeilen ein?', 'Wie lese ich eine Datei in Zeilen ein?'],
    ['```ts\nconst a = 1;\n```\nWhy does this not compile.', 'Why does this not compile.'],
    ['```ts\nconst a = 1;\n```', '```ts const a = 1; ```'],
    ['Fix it', 'Fix it'],
    [`Part 12: ${'some words of talk '.repeat(50)}`, 'Part 12: some words of talk some words of talk some words…'],
    [`Part 12: some words of talk. ${'And more of them '.repeat(50)}`, 'Part 12: some words of talk.'],
    ['今日の会議の議事録をまとめてください。お願いします。', '今日の会議の議事録をまとめてください。お願いします。'],
  ])('of %j is %j', (text, title) => {
    expect(of(text)).toBe(title);
  });
  it('[H16] of a book is that of its beginning', () => {
    const words = 'How do windows keep their count, and where is it kept when they close? ';
    const title = of(`${' \n'.repeat(5_000)}${words}${'and so on '.repeat(400_000)}`);
    expect(title).toBe('How do windows keep their count, and where is it kept when…');
    expect(of(words)).toBe(title);
  });
  it('is one line, short and well formed, or nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const title = of(text) ?? '';
        expect(title.length).toBeLessThanOrEqual(61);
        expect(title).not.toMatch(/[\r\n\u202e]/);
        expect(title.isWellFormed() || !text.isWellFormed()).toBe(true);
        expect(of(text) === undefined).toBe(text.replace(/[\p{Cc}\p{Bidi_Control}\s]/gu, '') === '');
      }),
    );
  });
});

describe('tidyTitle', () => {
  it.each([
    ['"Parsing Files in Node"', 'Parsing Files in Node'],
    ['\n**Title: Parsing files.**\nMore words', 'Parsing files'],
    ['Title: “Łódź ferry”', 'Łódź ferry'],
    ['  \n ', ''],
  ])('of %j is %j', (text, title) => {
    expect(tidyTitle(text)).toBe(title);
  });
});
