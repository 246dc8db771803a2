import { expect, it } from 'vitest';
import { mathMarks } from './math-marks.ts';

it.each([
  ['The sum \\(a + b\\) is', 'The sum $$a + b$$ is'],
  ['It is $x^2$.', 'It is $$x^2$$.'],
  ['\\[\nE = mc^2\n\\]', '\n$$\nE = mc^2\n$$\n'],
])('reads %j as mathematics', (block, read) => {
  expect(mathMarks(block)).toBe(read);
});

it.each([
  'It costs $5 and $10.',
  'From $5-$10 a month',
  'Set `$HOME` and `$PATH$`.',
  'Call `\\(x\\)` here',
  '```sh\necho $HOME$ \\(x\\)\n```',
  'US$100 to US$200',
  'Plain words.',
])('leaves %j alone', (block) => {
  expect(mathMarks(block)).toBe(block);
});
