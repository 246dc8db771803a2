import type { Message } from '@tenfold/core';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { phrasesOf } from './fts.ts';
import { longSnippet } from './long-snippet.ts';

const shown = ({ snippet, marks }: Awaited<ReturnType<typeof longSnippet>>) =>
  marks.map(([start, length]) => snippet.slice(start, start + length));

it('shows the match wherever it stands in a long text, whatever is escaped around it', async () => {
  const unit = fc.constantFrom('a ', '"', '\\', '\n', '\u0001', '\ud800', '\u{1F600}', 'é ', '\\u00', '\u{f0000}0\u{f0000}');
  await fc.assert(
    fc.asyncProperty(unit, unit, fc.integer({ min: 0, max: 150_000 }), async (before, after, length) => {
      const text = `${before.repeat(length)} Décision ${after.repeat(70_000)}`;
      const message: Message = { role: 'user', parts: [{ type: 'text', text }] };
      const found = await longSnippet(JSON.stringify(message), phrasesOf('decision'));
      expect(shown(found)).toEqual(['Décision']);
      expect(text).toContain(found.snippet);
      expect(found.snippet.length).toBeLessThanOrEqual(201);
    }),
    { numRuns: 40 },
  );
});

it('finds it in any part that is searched, and nowhere else', async () => {
  const long = 'word '.repeat(10_000);
  const message: Message = {
    role: 'assistant',
    parts: [
      {
        type: 'attachment',
        name: 'plan.png',
        mediaType: 'image/png',
        source: { type: 'base64', data: `harbour${'A'.repeat(50_000)}` },
      },
      { type: 'text', text: `${long} first` },
      { type: 'tool-call', id: 'harbour', name: 'read', input: { path: 'short', lines: [`${long} harbour`] } },
    ],
  };
  const find = (text: string) => longSnippet(JSON.stringify(message), phrasesOf(text));
  const { snippet } = await find('harbour');
  expect(snippet).toMatch(/^.{0,60}harbour$/);
  expect(shown(await find('plan'))).toEqual(['plan']);
  expect(shown(await find('first'))).toEqual(['first']);
  expect((await find('nothing')).snippet.startsWith('word word')).toBe(true);
});

it('parses no more of a message than it shows', async () => {
  const text = `${'many words '.repeat(10)} harbour ${'and more '.repeat(500_000)}`;
  const json = JSON.stringify({ role: 'user', parts: [{ type: 'text', text }] });
  const parse = vi.spyOn(JSON, 'parse');
  const found = await longSnippet(json, phrasesOf('harbour'));
  const read = parse.mock.calls.reduce((sum, [piece]) => sum + piece.length, 0);
  parse.mockRestore();
  expect(shown(found)).toEqual(['harbour']);
  expect(read).toBeLessThan(200_000);
});
