import { expect, it } from 'vitest';
import { sampleHome } from '../testing/sample-home.ts';
import { tenfoldHere } from '../testing/tenfold-process.ts';

const sample = sampleHome();

it('finds passages of a stored session by their words, and gives messages back whole', async () => {
  const found = await tenfoldHere([
    'recall',
    '140',
    'requests',
    'limiter',
    '--home',
    sample.home,
    '--session',
    'sample',
    '--limit',
    '3',
  ]);
  expect([found.code, found.err]).toEqual([0, '']);
  const number = /^\[message (\d+), /m.exec(found.out)?.[1] ?? '';
  const whole = await tenfoldHere(['expand', number, '--home', sample.home]);
  expect(whole.out).toMatch(new RegExp(`^\\[message ${number}, `));
  expect((await tenfoldHere(['recall', 'zebra-xylophone', '--home', sample.home])).out).toBe(
    'Nothing in this conversation matches.\n',
  );
});

const WRONG: readonly [string[], number, string][] = [
  [['recall'], 2, 'missing required argument'],
  [['expand', 'nothing'], 2, 'There is no record with the id nothing.'],
  [['expand', '9999'], 2, 'numbers of messages in what `tenfold recall` finds'],
  [['recall', 'limiter', '--limit', '99'], 2, 'Expected a number from 1 to 20'],
  [['recall', 'limiter', '--session', 'none'], 2, 'There is no session none'],
];

it.each(WRONG)('says what is wrong with %s', async (args, code, words) => {
  const told = await tenfoldHere([...args, '--home', sample.home]);
  expect([told.code, told.out]).toEqual([code, '']);
  expect(told.err).toContain(words);
});
