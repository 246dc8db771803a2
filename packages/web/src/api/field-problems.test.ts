import { expect, it } from 'vitest';
import { fieldProblems } from './field-problems.ts';
import { Problem } from './problem.ts';

it('takes what the server said of each field', () => {
  const problem = new Problem({
    code: 'invalid-request',
    status: 400,
    problems: [{ field: 'soft', message: 'Too high.' }, { field: 1 }, null],
  } as ConstructorParameters<typeof Problem>[0]);
  expect(fieldProblems(problem)).toEqual({ soft: 'Too high.' });
});

it.each([new Error('no'), null, new Problem({ code: 'offline', status: 0 })])('finds none in %s', (error) => {
  expect(fieldProblems(error)).toEqual({});
});
