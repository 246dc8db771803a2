import { expect, it } from 'vitest';
import { fieldProblems, offlineProblem, Problem } from './problem.ts';

it('takes what the server said of each field', () => {
  const problem = new Problem({
    code: 'invalid-request',
    title: 'The request is not right',
    status: 400,
    detail: 'No.',
    problems: [{ field: 'soft', message: 'Too high.' }],
  });
  expect(fieldProblems(problem)).toEqual({ soft: 'Too high.' });
});

it.each([new Error('no'), null, offlineProblem()])('finds none in %s', (error) => {
  expect(fieldProblems(error)).toEqual({});
});
