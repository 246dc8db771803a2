import fc from 'fast-check';
import { expect, it } from 'vitest';
import { endTemplateOf, finderIn, templateOf } from './words.ts';

it('gives lines that differ in numbers, names and paths one template', () => {
  const same = ['GET /users/1 200 in 3 ms', 'GET /orders/77 404 in 12 ms', 'GET /a.html 500 in 9 ms'];
  expect(new Set(same.map(templateOf)).size).toBe(1);
});

it('tells lines of other words apart', () => {
  const lines = ['worker took over the lease', 'worker gave up the lease', 'drained node a-1', ''];
  expect(new Set(lines.map(templateOf)).size).toBe(lines.length);
});

it('gives lines that end alike one template of their end, whatever they tell before', () => {
  const same = ['src/a.ts opened the shared table in 3 ms', 'src/b/c.ts gave up on a row in 12 ms'];
  expect(new Set(same.map(endTemplateOf)).size).toBe(1);
  expect(endTemplateOf('done in 3 ms')).toBe(0);
});

const word = fc.constantFrom('row', 'rows', 'src/row.ts', 'readRow', 'v1', '42', '必须', 'ключ', 'a_b', '—', '(x)', 'é');
const line = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));

function bySearch(text: string, words: string): boolean {
  const joins = (inside: string, outside: string) => /[A-Za-z0-9_À-῿]/u.test(inside) && /[A-Za-z0-9_À-῿]/u.test(outside);
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const end = at + words.length;
    if (!joins(words.charAt(0), text.charAt(at - 1)) && !joins(words.charAt(words.length - 1), text.charAt(end))) return true;
  }
  return false;
}

it('[E1] finds what a search finds, whole words alone, in short texts and in long ones', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 40 }), line, (lines, words) => {
      const text = lines.join('\n');
      expect(finderIn(text)(words)).toBe(bySearch(text, words));
      const long = `${text}\n${'nothing of it '.repeat(200)}`;
      expect(finderIn(long)(words)).toBe(bySearch(long, words));
    }),
    { numRuns: 300 },
  );
});

it('finds a long line whose end was cut in the middle of a word', () => {
  const line = `Error: the importer could not read the manifest of the archive that was uploaded yester`;
  expect(finderIn(`${'Some other line.\n'.repeat(200)}${line}day\n`)(line)).toBe(true);
});
