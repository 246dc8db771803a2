import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const script = join(import.meta.dirname, '../../packages/server/bench/hops.ts');

it('goes a short way: few statements for a turn over HTTP and for a list of 100 sessions', { timeout: 300_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [script], { timeout: 290_000 });
  const { turn, list } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  expect(turn.statements).toBeLessThanOrEqual(15);
  expect(list.statements).toBeLessThanOrEqual(3);
});
