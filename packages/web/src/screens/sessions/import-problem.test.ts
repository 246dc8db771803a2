import { expect, it } from 'vitest';
import { Problem } from '../../api/problem.ts';
import { importProblem } from './import-problem.ts';

it('says what was found in the file', () => {
  const body = {
    code: 'invalid-request' as const,
    title: 'The request is not right',
    status: 400,
    detail: 'The request is not right.',
    problems: [{ field: 'text', message: 'line 2: no JSON' }],
  };
  expect(importProblem(new Problem(body))).toBe('Line 2: no JSON.');
  expect(importProblem(new Problem({ code: 'too-large', title: 'Too large', status: 413, detail: 'It is too large.' }))).toBe(
    'It is too large.',
  );
  expect(importProblem('gone')).toBe('Gone.');
});
