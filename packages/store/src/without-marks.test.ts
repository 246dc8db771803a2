import { expect, it } from 'vitest';
import { previewOf } from './touch-session.ts';
import { withoutMarks } from './without-marks.ts';

it.each([
  ['> quoted\n> > twice\n\nsaid', 'quoted\ntwice\n\nsaid'],
  ['> ## A heading\n# Another', 'A heading\nAnother'],
  ['**Decided:** keep `maxRetries` at 3', 'Decided: keep maxRetries at 3'],
  ['see [the log](https://example.org/a) and ![a cat](cat.png)', 'see the log and a cat'],
  ['```ts\nconst a = 1;\n```', '\nconst a = 1;\n'],
  ['a | b\n--|--\n1 | 2\n\n---', 'a | b\n\n1 | 2\n\n'],
])('%j reads %j', (text, plain) => {
  expect(withoutMarks(text)).toBe(plain);
});

it.each(['a > b and c > d', '2 ** 3 ** 4', '__init__ and **kwargs', '#1 of 3', '- one\n- two', 'a[0](b) or *.ts', '-1', '---'])(
  '%j has no marks',
  (text) => {
    expect(withoutMarks(text)).toBe(text);
  },
);

it('a preview is in one line and without marks', () => {
  const text = 'As we said:\n\n> **Keep** the `queue`.\n>\n> # Why\n\nIt is fast.';
  expect(previewOf({ role: 'assistant', parts: [{ type: 'text', text }] })).toBe('As we said: Keep the queue. Why It is fast.');
});
