import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from './client.ts';

/** The folder a client is installed in, by the registry npm is set to and without running a script of it; null with why where it cannot be had. */
export function installClient(
  { name, package: wanted, version, program }: Client,
  cache: string,
): { folder: string } | { skipped: string } {
  const folder = join(cache, `${name}-${version}`);
  const isThere = () => program(folder).every((piece) => !piece.startsWith(folder) || existsSync(piece));
  if (isThere()) return { folder };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', `${wanted}@${version}`];
  const npm = spawnSync('npm', args, { cwd: folder, encoding: 'utf8', timeout: 600_000 });
  if (npm.status === 0 && isThere()) return { folder };
  rmSync(folder, { recursive: true, force: true });
  const why = npm.status === 0 ? 'it has no program for this machine' : (npm.stderr ?? '').trim().split('\n').at(-1);
  return { skipped: `${wanted}@${version} could not be installed: ${why}` };
}
