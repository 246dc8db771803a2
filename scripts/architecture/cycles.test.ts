import fc from 'fast-check';
import { expect, it } from 'vitest';
import { circleThrough, cyclesIn } from './cycles.ts';

it('finds circles of any size, each once', () => {
  const edges = new Map([
    ['a', ['b']],
    ['b', ['c', 'outside']],
    ['c', ['a', 'd']],
    ['d', []],
    ['self', ['self']],
  ]);
  expect(cyclesIn(edges).map((group) => group.sort())).toEqual([['a', 'b', 'c'], ['self']]);
});

it('finds none where imports only point down, and one where the last points up', () => {
  const downward = fc.array(fc.array(fc.nat(30), { maxLength: 4 }), { minLength: 2, maxLength: 30 });
  fc.assert(
    fc.property(downward, (rows) => {
      const edges = new Map(rows.map((row, i) => [String(i), row.filter((j) => j > i).map(String)]));
      expect(cyclesIn(edges)).toEqual([]);
      const last = String(rows.length - 1);
      edges.set('0', [...(edges.get('0') ?? []), last]);
      edges.set(last, ['0']);
      expect(cyclesIn(edges)).toHaveLength(1);
    }),
  );
});

it('does not run out of stack on a long chain', () => {
  const length = 50_000;
  const edges = new Map(Array.from({ length }, (_, i) => [String(i), [String((i + 1) % length)]]));
  expect(cyclesIn(edges)[0]).toHaveLength(length);
});

it('shows the shortest way around', () => {
  const edges = new Map([
    ['a', ['b', 'c']],
    ['b', ['d']],
    ['c', ['a']],
    ['d', ['a']],
  ]);
  expect(circleThrough('a', ['a', 'b', 'c', 'd'], edges)).toEqual(['a', 'c', 'a']);
  expect(circleThrough('b', ['a', 'b', 'c', 'd'], edges)).toEqual(['b', 'd', 'a', 'b']);
  expect(circleThrough('a', ['a'], new Map([['a', ['a']]]))).toEqual(['a', 'a']);
});
