import { expect, it } from 'vitest';
import { chosen } from './export.ts';

const sessions = [
  { id: 'abc1', title: 'One' },
  { id: 'abd2', title: 'Two' },
  { id: 'xyz3', title: 'Two' },
];

it('finds the session a person means', () => {
  expect(chosen(sessions, undefined)).toBe('abc1');
  expect(chosen(sessions, 'abd')).toBe('abd2');
  expect(chosen(sessions, 'One')).toBe('abc1');
  expect(() => chosen(sessions, 'Two')).toThrowError(/2 sessions are meant/);
  expect(() => chosen(sessions, 'ab')).toThrowError(/abc1, abd2/);
  expect(() => chosen(sessions, 'q')).toThrowError(/no session q/);
  expect(() => chosen([], undefined)).toThrowError(/no sessions yet/);
});
