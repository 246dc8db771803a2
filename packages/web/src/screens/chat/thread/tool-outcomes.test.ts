import type { Entry } from '@tenfold/contract';
import { expect, it } from 'vitest';
import { isShownWithCall, outcomesOf } from './tool-outcomes.ts';

const entry = (position: number, role: Entry['role'], parts: Entry['parts']) =>
  ({ position, role, parts, partFolds: [] }) as unknown as Entry;
const call = (id: string) => ({ type: 'tool-call' as const, id, name: 'read', input: {} });
const result = (id: string, isError = false) => ({ type: 'tool-result' as const, id, output: `of ${id}`, isError });
const mapped = (...entries: Entry[]) => new Map(entries.map((one) => [one.position, one]));

it('a call has its result with it, however many entries they came in', () => {
  const asked = entry(1, 'assistant', [call('a'), call('b')]);
  const entries = mapped(
    asked,
    entry(2, 'tool', [result('a')]),
    entry(3, 'tool', [result('b', true)]),
    entry(4, 'assistant', []),
  );
  expect([...outcomesOf(asked, entries)]).toMatchObject([
    ['a', { text: 'of a', isError: false }],
    ['b', { text: 'of b', isError: true }],
  ]);
  expect([2, 3, 4].map((at) => isShownWithCall(entries.get(at) as Entry, entries))).toEqual([true, true, false]);
});

it('a result without its call stands by itself', () => {
  const stray = entry(5, 'tool', [result('z')]);
  expect(isShownWithCall(stray, mapped(entry(4, 'assistant', [call('a')]), stray))).toBe(false);
  expect(isShownWithCall(stray, mapped(stray))).toBe(false);
});
