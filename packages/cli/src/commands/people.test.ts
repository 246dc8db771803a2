import { expect, it } from 'vitest';
import { sampleHome } from '../testing/sample-home.ts';
import { tenfoldHere } from '../testing/tenfold-process.ts';

const sample = sampleHome();

it.each([
  ['', 'found nothing but blanks'],
  [' \n', 'found nothing but blanks'],
  ['x'.repeat(501), 'at most 500 characters, found 501'],
])('people are not called %j', async (name, words) => {
  for (const args of [
    ['people', 'add', name],
    ['people', 'token', 'Ada', '--name', name],
  ]) {
    const told = await tenfoldHere([...args, '--home', sample.home]);
    expect([told.code, told.out]).toEqual([2, '']);
    expect(told.err).toContain(words);
  }
  expect((await tenfoldHere(['people', 'list', '--home', sample.home])).out).toContain('Nobody yet');
});
