import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BUILD = join(import.meta.dirname, '..', '..', 'scripts', 'build.ts');

/** Builds the packages as they are published into a folder for this run; returns the entry of @tenfold/core. */
export function buildCore(): string {
  const out = mkdtempSync(join(tmpdir(), 'tenfold-bench-'));
  const { status } = spawnSync(process.execPath, [BUILD, out], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('The packages could not be built; nothing was measured. Run npm run build to see why.');
  return join(out, 'core', 'dist', 'index.js');
}
