import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openRunFolder } from './run-folder.ts';

it('sweeps the folders of runs whose process and program are gone, and no other', () => {
  const temporary = mkdtempSync(join(tmpdir(), 'tenfold-sweep-'));
  onTestFinished(() => rmSync(temporary, { recursive: true }));
  const { pid: gone } = spawnSync(process.execPath, ['-e', '']);
  const living = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  onTestFinished(() => void living.kill('SIGKILL'));
  /** A folder as a run that was killed leaves it, with a program that lives or not. */
  const left = (program: number) => {
    const { path, usedBy } = openRunFolder(temporary);
    usedBy(program);
    const of = path.replace(`-${process.pid}-`, `-${gone}-`);
    renameSync(path, of);
    return of;
  };
  const [used, unused] = [left(living.pid ?? 0), left(gone)];
  const own = openRunFolder(temporary);
  expect([used, unused, own.path].map((path) => existsSync(path))).toEqual([true, false, true]);
  const next = openRunFolder(temporary);
  expect(existsSync(own.path)).toBe(true);
  for (const folder of [own, next]) folder.remove();
  expect(readdirSync(temporary)).toHaveLength(1);
});
