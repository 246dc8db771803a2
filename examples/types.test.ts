import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { binOf } from '../scripts/boot/bin.mjs';

it('fits the types of the frameworks', () => {
  const compiler = binOf(path.resolve(import.meta.dirname, '..'), 'typescript');
  const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', import.meta.dirname], { encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});
