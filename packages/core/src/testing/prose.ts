import type { Random } from './random.ts';

const OPENERS = [
  'I looked at',
  'We should keep',
  'Please check',
  'The report mentions',
  'Nobody has measured',
  'It turns out that',
];
const THINGS = [
  'the retry queue',
  'the nightly import',
  'the invoice table',
  'our cache of routes',
  'the login page',
  'the way orders are split',
  'the second region',
  'the old client',
];
const FINDINGS = [
  'is slower than it was in spring',
  'loses its place after a restart',
  'works as described',
  'still depends on the order of arrival',
  'has not been touched for months',
  'needs a test before anybody changes it',
  'behaves differently when two people write at once',
];
const TAILS = [
  'and I would rather measure than guess',
  'so the smallest change is the best one',
  'which explains what the customers saw',
  'but that can wait until the release is out',
  'because the limit is counted per day',
  'and the numbers from last week agree',
];
const DIRECTIVES = [
  'Never touch the generated files.',
  'Always run the tests before you commit.',
  'Do not add dependencies.',
  'Keep the old endpoint alive until March.',
  'From now on answer in short paragraphs.',
];

/** Some sentences. */
export function prose(random: Random, sentences: number): string {
  return Array.from({ length: sentences }, () => sentence(random)).join(' ');
}

/** What a user asks for, now and then with a lasting directive. */
export function request(random: Random): string {
  const ask = prose(random, random.between(1, 3));
  return random.chance(0.2) ? `${ask} ${random.pick(DIRECTIVES)}` : ask;
}

function sentence(random: Random): string {
  const what = `${random.pick(OPENERS)} ${random.pick(THINGS)}: it ${random.pick(FINDINGS)}`;
  const number = random.chance(0.3) ? ` (${random.between(2, 40_000)} in one hour)` : '';
  return `${what}${number}, ${random.pick(TAILS)}.`;
}
