import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phrasesOf } from './fts.ts';
import { snippetOf } from './snippet.ts';

describe('a snippet', () => {
  it('is a well-formed piece of the text with its marks inside', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 900 }),
        fc.string({ unit: 'grapheme', maxLength: 12 }),
        (text, asked) => {
          const { snippet, marks } = snippetOf(text, phrasesOf(asked));
          expect(text).toContain(snippet);
          expect(snippet.length).toBeLessThanOrEqual(201);
          expect(snippet.isWellFormed()).toBe(true);
          let end = 0;
          for (const [start, length] of marks) {
            expect(start).toBeGreaterThanOrEqual(end);
            end = start + length;
            expect(end).toBeLessThanOrEqual(snippet.length);
          }
        },
      ),
    );
  });

  it('shows the match and what leads to it, without case and accents', () => {
    const text = `${'padding '.repeat(100)}the Décision was made${' after'.repeat(100)}`;
    const { snippet, marks } = snippetOf(text, phrasesOf('decision'));
    expect(marks.map(([start, length]) => snippet.slice(start, start + length))).toEqual(['Décision']);
    expect(snippet.indexOf('Décision')).toBeLessThanOrEqual(60);
  });

  it('begins with a word', () => {
    const { snippet } = snippetOf(`${'alongword '.repeat(100)}and the decision was made`, phrasesOf('decision'));
    expect(snippet).toMatch(/^(alongword )+and the decision was made$/);
    const glued = 'x'.repeat(500);
    expect(snippetOf(`${glued}decision`, phrasesOf('decision')).snippet).toBe(`${'x'.repeat(60)}decision`);
  });

  it('[H7] takes apart only what it shows, however long the text is', () => {
    const before = 'é padding '.repeat(200_000);
    const { snippet, marks } = snippetOf(`${before}the ΔΡΌΜΟΣ of décision`, phrasesOf('decision δρομος'));
    expect(marks.map(([start, length]) => snippet.slice(start, start + length))).toContain('décision');
    let letters = 0;
    const normalize = String.prototype.normalize;
    String.prototype.normalize = function (this: string, form?: string) {
      if (this.length <= 2) letters++;
      return normalize.call(this, form);
    };
    try {
      snippetOf(`${before}the Décision`, phrasesOf('decision'));
    } finally {
      String.prototype.normalize = normalize;
    }
    expect(letters).toBeLessThan(20_000);
  });

  it('finds a word that lies across two windows', () => {
    for (const before of [8_180, 8_186, 8_189, 8_191, 8_192]) {
      const { snippet, marks } = snippetOf(`${'x'.repeat(before - 1)} Décision made`, phrasesOf('decision'));
      expect(marks.map(([start, length]) => snippet.slice(start, start + length))).toEqual(['Décision']);
    }
  });
});
