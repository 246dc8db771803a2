import { expect, it } from 'vitest';
import { assistant } from '../../testing/talk.ts';
import { condensed, next, shownResults, start, use } from '../../testing/tool-talk.ts';

const noisy = `${Array.from({ length: 40 }, (_, i) => `\u001b[32mLoading ${i}%\u001b[0m`).join('\r')}\nready`;
const talk = [start, ...use('Bash', { command: 'load' }, noisy)];

it('takes out what a terminal has painted over, once it was read and only when chosen', () => {
  expect(shownResults(condensed([...talk, assistant('It is ready.'), next], { removeObsoleteState: true }))).toEqual([
    'Loading 39%\nready',
  ]);
  expect(shownResults(condensed(talk, { removeObsoleteState: true }))).toEqual([noisy]);
  expect(shownResults(condensed([...talk, next]))).toEqual([noisy]);
});
