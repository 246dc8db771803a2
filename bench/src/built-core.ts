import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BUILD = join(import.meta.dirname, '..', '..', 'scripts', 'build.ts');

/** Builds the packages as they are published into a folder for this run; returns it and the entry of @tenfold/core. */
export function buildCore(): { readonly folder: string; readonly entry: string } {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-bench-'));
  const { status } = spawnSync(process.execPath, [BUILD, folder, '--libraries'], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('The packages could not be built; nothing was measured. Run npm run build to see why.');
  return { folder, entry: join(folder, 'core', 'dist', 'index.js') };
}
