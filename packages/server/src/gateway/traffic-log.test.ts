import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Traffic } from './traffic.ts';
import { openTrafficLog } from './traffic-log.ts';

const home = mkdtempSync(join(tmpdir(), 'tenfold-traffic-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function pass(traffic: Traffic, at: number): string {
  const passed = traffic.begin({ at, client: 'heron/1', group: null, run: null, wire: 'openai-chat', model: 'gpt-4o' });
  traffic.keep(passed.id, { path: '/v1/chat/completions', received: '{}', sent: '{}' });
  Object.assign(passed, { status: 200, session: 's', branch: 'main', before: 10, after: 5, folds: 1 });
  traffic.finish(passed);
  return passed.id;
}

it('lists what passed before a restart and through other processes, each once, and counts it once', () => {
  const keeps = [openTrafficLog(home, 'local'), openTrafficLog(home, 'local')] as const;
  const [one, two] = [new Traffic(keeps[0]), new Traffic(keeps[1])];
  const ids = [pass(one, 1), pass(two, 2), pass(one, 3)];
  // What is under way is nobody else's business yet.
  one.begin({ at: 4, client: 'heron/1', group: null, run: null, wire: 'openai-chat', model: 'gpt-4o' });
  for (const keep of keeps) keep.close();
  expect(one.list().map(({ at }) => at)).toEqual([4, 3, 2, 1]);
  expect(two.list().map(({ id }) => id)).toEqual(ids.toReversed());
  const after = new Traffic(openTrafficLog(home, 'local'));
  expect([after.sums, two.sums, one.sums].map(({ requests, before }) => [requests, before])).toEqual([
    [3, 30],
    [3, 30],
    [3, 30],
  ]);
  expect(after.list()).toEqual(two.list());
  expect(after.get(ids[0] as string)).toMatchObject({ request: { at: 1 }, bodies: null });
  expect(one.get(ids[0] as string)?.bodies).not.toBeNull();
});

it('counts nothing twice where more passed than is listed', () => {
  const keep = openTrafficLog(home, 'many');
  const traffic = new Traffic(keep);
  for (let at = 0; at < 1_200; at++) pass(traffic, at);
  keep.close();
  expect([traffic.sums.requests, traffic.list().length, traffic.list()[0]?.at]).toEqual([1_200, 500, 1_199]);
});

it('stays small, is for its owner alone, and skips lines it cannot read', () => {
  const keep = openTrafficLog(home, 'a/b');
  const traffic = new Traffic(keep);
  const path = join(home, 'traffic', 'a%2Fb.jsonl');
  for (let round = 0; round < 4; round++) {
    for (let at = 0; at < 1_500; at++) pass(traffic, at);
    keep.close();
  }
  const { size, mode } = statSync(path);
  expect(size).toBeLessThan(3 * 1_048_576);
  expect(mode & 0o077).toBe(0);
  writeFileSync(path, `{"id":1}\nnonsense\n${readFileSync(path, 'utf8')}{"half":`);
  expect(new Traffic(openTrafficLog(home, 'a/b')).list()).toHaveLength(500);
});
