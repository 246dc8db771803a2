import { expect, it } from 'vitest';
import { sampleHome } from '../testing/sample-home.ts';
import { tenfold } from '../testing/tenfold-process.ts';

const sample = sampleHome();

it('finds passages of a stored session by their words, and gives messages back whole', async () => {
  const found = await tenfold([
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
  const whole = await tenfold(['expand', number, '--home', sample.home]);
  expect(whole.out).toMatch(new RegExp(`^\\[message ${number}, `));
  expect((await tenfold(['recall', 'zebra-xylophone', '--home', sample.home])).out).toBe(
    'Nothing in this conversation matches.\n',
  );
});

const WRONG: readonly [string[], number, string][] = [
  [['recall'], 2, 'missing required argument'],
  [['expand', 'nothing'], 1, 'there is no record with the id nothing'],
  [['expand', '9999'], 1, 'no message'],
  [['recall', 'limiter', '--limit', '99'], 2, 'Expected a number from 1 to 20'],
  [['recall', 'limiter', '--session', 'none'], 2, 'There is no session none'],
];

it.each(process.env.TENFOLD_DEEP === '1' ? WRONG : WRONG.slice(0, 2))('says what is wrong with %s', async (args, code, words) => {
  const told = await tenfold([...args, '--home', sample.home]);
  expect([told.code, told.out]).toEqual([code, '']);
  expect(told.err).toContain(words);
});
