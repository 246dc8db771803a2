import { expect, it } from 'vitest';
import { templateOf } from './template.ts';

it('gives lines that differ in numbers, names and paths one template', () => {
  const same = ['GET /users/1 200 in 3 ms', 'GET /orders/77 404 in 12 ms', 'GET /a.html 500 in 9 ms'];
  expect(new Set(same.map(templateOf)).size).toBe(1);
});

it('tells lines of other words apart', () => {
  const lines = ['worker took over the lease', 'worker gave up the lease', 'drained node a-1', ''];
  expect(new Set(lines.map(templateOf)).size).toBe(lines.length);
});
