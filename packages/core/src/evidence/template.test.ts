import { expect, it } from 'vitest';
import { endTemplateOf, templateOf } from './template.ts';

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
