import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { runFolder } from './run-folder.ts';

const BUILD = join(import.meta.dirname, '..', '..', 'scripts', 'build.ts');

/** Builds the packages as they are published into a folder for this run; returns the entry of @tenfold/core. */
export function buildCore(): string {
  const folder = runFolder();
  const { status } = spawnSync(process.execPath, [BUILD, folder, '--libraries'], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('The packages could not be built; nothing was measured. Run npm run build to see why.');
  return join(folder, 'core', 'dist', 'index.js');
}
