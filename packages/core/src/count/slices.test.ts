import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countSlices } from './slices.ts';
import { countText } from './text.ts';

/** Runs it to the end; the counts it yielded on the way, then the result. */
function run(text: string): number[] {
  const seen: number[] = [];
  const slices = countSlices(text);
  for (let step = slices.next(); ; step = slices.next()) {
    seen.push(step.value);
    if (step.done === true) return seen;
  }
}

it('counts what countText counts', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => run(text).at(-1) === countText(text)));
});

it.each([
  ['prose', 'The quick brown fox jumps over the lazy dog. '.repeat(20_000)],
  ['one endless word', 'abcdefghij'.repeat(50_000)],
  ['surrogate pairs across every slice', `x${'😀'.repeat(150_000)}`],
  ['scripts without blanks', '国际化与本地化'.repeat(20_000)],
  ['lone surrogates', '\ud83d'.repeat(100_000)],
])('pauses often and loses nothing: %s', (_, text) => {
  // Before its slices are counted nothing is remembered of a text.
  const whole = countText(text);
  const seen = run(text);
  expect(seen.at(-1)).toBe(whole);
  expect(countText(text)).toBe(whole);
  expect(seen.length).toBeGreaterThan(text.length / 200_000);
});

it('lets other texts be counted in between', () => {
  const text = 'interwoven unfamiliarly spelt wordz '.repeat(5_000) + 'q'.repeat(20_000);
  const whole = countText(text);
  const first = countSlices(text);
  const second = countSlices(text);
  let [a, b] = [first.next(), second.next()];
  while (a.done !== true || b.done !== true) {
    expect(countText('interwoven 国际化 qqqqqqqq')).toBe(countText('interwoven 国际化 qqqqqqqq'));
    if (a.done !== true) a = first.next();
    if (b.done !== true) b = second.next();
  }
  expect([a.value, b.value]).toEqual([whole, whole]);
});
