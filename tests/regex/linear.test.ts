import { expect, it } from 'vitest';
import { adversariesOf } from './adversaries.ts';
import { type FoundRegex, findRegexes } from './find-regexes.ts';
import { slowRegexes } from './slow-regexes.ts';

/** Those whose text has an end, and who sees to it. */
const BOUNDED: readonly { readonly file: string; readonly starts: string; readonly atMost: number; readonly reason: string }[] = [
  { file: 'web/src/ui/figures.ts', starts: '(\\.\\d', atMost: 110, reason: 'digits of a number of ours' },
];
/** Those that are put together at run time. */
const BUILT = [
  { file: 'core/src/marks.ts', reason: 'one bracket, and a look at one character behind it' },
  { file: 'core/src/marks.ts', reason: 'the same, with brackets of other scripts' },
  { file: 'server/src/app.ts', reason: 'paths of our own, each parameter one class between slashes' },
  { file: 'session/src/checkpoints/watcher.ts', reason: 'one or another of those beside it, on a sentence of 400 letters' },
];

const deep = process.env.TENFOLD_DEEP === '1';
const TIME = { timeout: 300_000 };
// Every source is read and parsed for it: once for both tests.
const { found: all, unknown } = findRegexes();

it('finds the regular expressions of the sources, and those that are built of them', () => {
  expect(all.length).toBeGreaterThan(300);
  expect(unknown.map(({ file }) => file)).toEqual(BUILT.map(({ file }) => `packages/${file}`));
  for (const bounded of BOUNDED) expect(all.filter((regex) => isBounded(regex, bounded))).toHaveLength(1);
});

it.runIf(process.env.TENFOLD_DEEP === '1')('makes texts that slow expressions are slow on', TIME, async () => {
  // One that takes the square of the length and one that does not end; each takes its time here too.
  const slow = ['\\s+$', '(a+)+$', ...(deep ? ['\\w=\\w\\S* \\w+=\\w', '(?:\\d+-)?numbered'] : [])];
  const fast = ['(?<!\\s)\\s+$', '^a+b', '[^<>]*', '^"(?:[^"\\\\]|\\\\.)*"$'];
  const both = [...slow, ...fast].map((source) => ({ source, flags: 'g', splits: false }));
  const found = await slowRegexes(both);
  expect(found.map(({ index }) => both[index]?.source)).toEqual(slow);
  expect(adversariesOf('[^\\x00]+', 'u').length).toBeGreaterThan(50);
});

it('needs time in proportion for each of them, whatever the text, and no more than 50 ms for 100 kB', TIME, async () => {
  const found = all.map((regex) => ({ ...regex, ...BOUNDED.find((bounded) => isBounded(regex, bounded)) }));
  const distinct = [...new Map(found.map((regex) => [`/${regex.source}/${regex.flags}${regex.splits}`, regex])).values()];
  const slow = await slowRegexes(distinct);
  expect(slow.map(({ index, on, took }) => `${where(distinct[index] as FoundRegex)} on ${on}: ${took}`)).toEqual([]);
});

function isBounded(regex: FoundRegex, { file, starts }: { readonly file: string; readonly starts: string }): boolean {
  return regex.file === `packages/${file}` && regex.source.startsWith(starts);
}

function where({ file, line, source, flags }: FoundRegex): string {
  return `${file}:${line} /${source.slice(0, 80)}/${flags}`;
}
