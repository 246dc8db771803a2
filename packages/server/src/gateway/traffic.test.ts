import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Traffic } from './traffic.ts';
import { openTrafficLog } from './traffic-log.ts';

/** A request on a branch that stood behind so many folds. */
function pass(traffic: Traffic, session: string, folds: number, run: string | null = null): void {
  const passed = traffic.begin({ at: 1, client: 'c', group: null, run, wire: 'openai-chat', model: 'gpt-4o' });
  Object.assign(passed, { session, branch: 'main', folds });
  traffic.finish(passed);
}

it('counts a fold once, of however many requests it is a part', () => {
  const traffic = new Traffic();
  for (const folds of [1, 1, 3, 3]) pass(traffic, 'one', folds);
  expect(traffic.sums).toMatchObject({ requests: 4, folds: 3 });
});

it('remembers the folds of the branches that were used last, and of no more than there is room for', () => {
  const traffic = new Traffic();
  pass(traffic, 'used', 2);
  pass(traffic, 'left', 2);
  for (let n = 0; n < 10_000; n++) {
    if (n % 1_000 === 0) pass(traffic, 'used', 2);
    pass(traffic, `other ${n}`, 0);
  }
  expect(traffic.sums.folds).toBe(4);
  pass(traffic, 'used', 2);
  expect(traffic.sums.folds).toBe(4);
  // One that was forgotten is counted again: that is what the bound costs.
  pass(traffic, 'left', 2);
  expect(traffic.sums.folds).toBe(6);
});

it('tells of a run what happened in it, and no folds of a run before it', () => {
  const home = mkdtempSync(join(tmpdir(), 'tenfold-traffic-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const first = new Traffic(openTrafficLog(home, 'me'));
  pass(first, 'one', 3, 'first');
  first.close();
  const second = new Traffic(openTrafficLog(home, 'me'));
  pass(second, 'one', 4, 'second');
  expect([second.sumsOf('first'), second.sumsOf('second')]).toMatchObject([
    { requests: 1, folds: 3 },
    { requests: 1, folds: 1 },
  ]);
});
