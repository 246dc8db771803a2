import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const BENCH = join(import.meta.dirname, '..');

/** Installs what is locked in bench/, which the two commands never do, where it is not there yet. */
export function installPeers(): void {
  if (existsSync(join(BENCH, 'node_modules'))) return;
  execFileSync('npm', ['ci'], { cwd: BENCH, stdio: 'inherit', shell: process.platform === 'win32' });
}
