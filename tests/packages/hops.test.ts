import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const script = join(import.meta.dirname, '../../packages/server/bench/hops.ts');

/** How far a turn goes today, with a little room for what others do beside it. These may only shrink: 60 files and 220 functions are aimed at. */
const MAX_FILES = 64;
const MAX_FUNCTIONS = 262;

it('goes a short way: few statements, files and functions for a turn over HTTP, few statements for a list of 100 sessions', {
  timeout: 300_000,
}, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [script], { timeout: 290_000 });
  const { turn, list } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  expect(turn.statements).toBeLessThanOrEqual(14);
  expect(turn.files).toBeLessThanOrEqual(MAX_FILES);
  expect(turn.functions).toBeLessThanOrEqual(MAX_FUNCTIONS);
  expect(list.statements).toBeLessThanOrEqual(3);
});
