// The package `tenfold`: the command with everything it needs, server and web app included, as `npx tenfold` runs it.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { binOf } from './boot/bin.mjs';
import type { PackageManifest } from './publishable-manifest.ts';

/** Packages whose code is part of it; our other packages are published, and it depends on them. */
const INSIDE = ['cli', 'server', 'session', 'store'];

/** Lays the package out in a folder. */
export async function assembleProgram(root: string, target: string): Promise<void> {
  const manifests = INSIDE.map(
    (name): PackageManifest => JSON.parse(readFileSync(path.join(root, 'packages', name, 'package.json'), 'utf8')),
  );
  mkdirSync(path.join(target, 'dist'), { recursive: true });
  await bundle(root, path.join(target, 'dist'));
  buildWeb(root, path.join(target, 'web', 'dist'));
  for (const file of ['LICENSE', 'packages/cli/README.md']) cpSync(path.join(root, file), path.join(target, path.basename(file)));
  writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(programManifest(manifests), null, 2)}\n`);
  writeFileSync(path.join(target, 'dist', 'tenfold.mjs'), start(String(manifests[0]?.engines?.node)));
}

async function bundle(root: string, dist: string): Promise<void> {
  const own = new RegExp(`^@tenfold/(?:${INSIDE.join('|')})(?:/|$)`);
  const built = await rolldown({
    // Threads are started by the names of their files.
    input: {
      main: path.join(root, 'packages/cli/src/main.ts'),
      'thread-main': path.join(root, 'packages/session/src/engine/thread-main.ts'),
      'writing-thread-main': path.join(root, 'packages/store/src/sqlite/writing-thread-main.ts'),
    },
    external: (id) => /^[^./]/.test(id) && !path.isAbsolute(id) && !own.test(id),
    platform: 'node',
  });
  await built.write({ dir: dist, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' });
  await built.close();
}

function buildWeb(root: string, outDir: string): void {
  const args = [binOf(root, 'vite'), 'build', '--logLevel', 'warn', '--outDir', outDir, '--emptyOutDir'];
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(process.execPath, args, { cwd: path.join(root, 'packages/web'), stdio: 'inherit', env });
  if (status !== 0) throw new Error('The web app could not be built.');
}

function programManifest(manifests: readonly PackageManifest[]): object {
  const [cli] = manifests;
  const needed = manifests.flatMap(({ dependencies = {}, peerDependencies = {} }) =>
    Object.entries({ ...peerDependencies, ...dependencies }),
  );
  const isInside = (name: string) => INSIDE.some((inside) => name === `@tenfold/${inside}`);
  return {
    name: 'tenfold',
    version: cli?.version,
    description:
      'Keeps LLM conversations inside their context window and never loses a word: app, server, gateway and command line.',
    keywords: cli?.keywords,
    license: 'MIT',
    type: 'module',
    engines: cli?.engines,
    bin: { tenfold: './dist/tenfold.mjs' },
    files: ['dist', 'web'],
    publishConfig: { access: 'public', provenance: true },
    dependencies: Object.fromEntries(needed.filter(([name]) => !isInside(name)).sort(([a], [b]) => a.localeCompare(b))),
  };
}

/** Says which Node is needed before anything that an older one cannot read is loaded. Without a command it serves, as `npm start` does. */
function start(needs: string): string {
  return `#!/usr/bin/env node
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18) || major === 23) {
  console.error('Tenfold needs Node ${needs}; this is ' + process.versions.node + '. Nothing was started. Install a newer Node from https://nodejs.org and run it again.');
  process.exit(1);
}
if (process.argv.length === 2) process.argv.push('serve');
await import('./main.js');
`;
}
