import { expect, it } from 'vitest';
import { settled } from './settled.ts';

const { body } = settled.put;
const problemsOf = (folds: unknown) =>
  body?.safeParse({ name: 'a', folds }).error?.issues.map(({ path, message }) => [path, message]);
const fold = { id: 'f', target: { kind: 'span', from: 'a', to: 'b' }, text: 'x', evidence: { kept: 1, of: 2 } };

it('takes as many folds as a long conversation has', () => {
  expect(problemsOf(Array.from({ length: 20_000 }, () => fold))).toBeUndefined();
});

it.each([
  ['a list', [Array.from({ length: 600_000 }, () => [])]],
  ['fields', Object.fromEntries(Array.from({ length: 150_000 }, (_, at) => [`f${at}`, 1]))],
])('refuses a fold with endless values in %s in a moment', (_kind, value) => {
  const asked = process.cpuUsage();
  const message = expect.stringContaining('at most');
  expect(problemsOf([{ ...fold, value }])).toEqual([[['folds'], message]]);
  expect(problemsOf([value])).toHaveLength(1);
  // Of the processor, not of the clock.
  expect(process.cpuUsage(asked).user / 1_000).toBeLessThan(200);
});

it('reads a fold that is nested as deep as a body may be', () => {
  let deep: unknown = 'x';
  for (let depth = 0; depth < 10_000; depth++) deep = [deep];
  expect(problemsOf([{ deep }])).toBeUndefined();
});
