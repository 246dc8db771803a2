import { afterAll, expect, it } from 'vitest';
import { scratchFolder } from '../testing/sample-files.ts';
import { tenfoldHere } from '../testing/tenfold-process.ts';
import { chosen } from './export.ts';

const scratch = await scratchFolder();
afterAll(scratch.remove);

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

it('says in words why a file cannot be written', async () => {
  const home = scratch.at('home');
  const talk = await scratch.file('talk.jsonl', '{"role":"user","content":"one harbour"}\n');
  expect((await tenfoldHere(['import', talk, '--home', home])).code).toBe(0);
  const file = scratch.at('nowhere/out.jsonl');
  const { code, err } = await tenfoldHere(['export', '--home', home, '-o', file]);
  expect([code, err]).toEqual([2, `error: ${file}: cannot be written (its folder does not exist); nothing was changed\n`]);
});
