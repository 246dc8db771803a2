import { spawn } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Log } from '@tenfold/session';

/** The folder of the built web app: as it is, or built now when its sources are here and newer. Null where neither works. */
export async function builtWeb(log: Log, source: string = besideThis()): Promise<string | null> {
  const built = findWeb(source);
  const vite = viteOf(source);
  if (vite === null) return built;
  if (built !== null && statSync(join(built, 'index.html')).mtimeMs >= newest(source)) return built;
  log.info('building-web');
  const problem = await build(vite, source);
  if (problem !== null) log.warn('web-not-built', { problem });
  return findWeb(source);
}

/** The folder of the built web app as it is now. */
export function findWeb(source: string = besideThis()): string | null {
  const built = join(source, 'dist');
  return existsSync(join(built, 'index.html')) ? built : null;
}

/** `packages/web` in a checkout; in the package that is published it lies beside what was built. */
function besideThis(): string {
  const packed = join(import.meta.dirname, '../web');
  return existsSync(join(packed, 'dist', 'index.html')) ? packed : join(import.meta.dirname, '../../../web');
}

function viteOf(source: string): string | null {
  if (!existsSync(join(source, 'index.html'))) return null;
  try {
    const manifest = createRequire(join(source, 'package.json')).resolve('vite/package.json');
    return join(dirname(manifest), 'bin', 'vite.js');
  } catch {
    return null;
  }
}

/** When anything the app is made of last changed. */
function newest(source: string): number {
  const files = ['index.html', 'diagrams.html', 'vite.config.ts', 'package.json']
    .map((name) => join(source, name))
    .filter(existsSync);
  for (const folder of ['src', 'public', '../contract/src', '../core/src']) {
    if (!existsSync(join(source, folder))) continue;
    for (const entry of readdirSync(join(source, folder), { recursive: true, withFileTypes: true }))
      if (entry.isFile()) files.push(join(entry.parentPath, entry.name));
  }
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}

/** Null when it went well, else the end of what the builder said. The new app takes the place of the old one in one step. */
async function build(vite: string, source: string): Promise<string | null> {
  const next = join(source, `.dist-${process.pid}`);
  const problem = await run(vite, source, next);
  if (problem === null) {
    rmSync(`${next}-old`, { recursive: true, force: true });
    if (existsSync(join(source, 'dist'))) renameSync(join(source, 'dist'), `${next}-old`);
    renameSync(next, join(source, 'dist'));
  }
  for (const left of [next, `${next}-old`]) rmSync(left, { recursive: true, force: true });
  return problem;
}

function run(vite: string, source: string, outDir: string): Promise<string | null> {
  const args = [vite, 'build', '--logLevel', 'warn', '--outDir', outDir, '--emptyOutDir'];
  // A test runner's NODE_ENV would make a development build of it.
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, args, { cwd: source, stdio: ['ignore', 'ignore', 'pipe'], env });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message)).on('close', (code) => resolve(code === 0 ? null : said.trim()));
  });
}
