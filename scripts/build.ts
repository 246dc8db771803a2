// Builds every package that is published into a folder of its own, ready for `npm publish dist/<name>`.
//   build.ts [folder]   into that folder instead of dist/
//   --libraries         without the program, which has the web app built
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { importsOf } from './architecture/imports.ts';
import { binOf } from './boot/bin.mjs';
import { runChild } from './boot/child.mjs';
import { bundleModules } from './bundle.ts';
import { assembleProgram } from './program.ts';
import { entryFiles, type PackageManifest, publishableManifest } from './publishable-manifest.ts';

const root = path.resolve(import.meta.dirname, '..');
const { values, positionals } = parseArgs({ options: { libraries: { type: 'boolean' } }, allowPositionals: true });
const out = path.resolve(positionals[0] ?? path.join(root, 'dist'));
const emitted = path.join(out, '.emitted');

/** Packages by folder name; those with a `publishConfig` are published. */
function publishedPackages(): [string, PackageManifest][] {
  return readdirSync(path.join(root, 'packages'))
    .map((name): [string, string] => [name, path.join(root, 'packages', name, 'package.json')])
    .filter(([, file]) => existsSync(file))
    .map(([name, file]): [string, PackageManifest] => [name, JSON.parse(readFileSync(file, 'utf8'))])
    .filter(([, manifest]) => manifest.publishConfig !== undefined);
}

/** Where our packages' names lead: what the compiler finds through `node_modules` is somebody else's to it, and not emitted. */
function ownPaths(packages: readonly [string, PackageManifest][]): Record<string, string[]> {
  const doors = packages.flatMap(([folder, { name, exports = {} }]) =>
    Object.entries(exports)
      .filter((door): door is [string, string] => typeof door[1] === 'string' && door[1].endsWith('.ts'))
      .map(([door, file]): [string, string[]] => [path.posix.join(name, door), [path.join(root, 'packages', folder, file)]]),
  );
  return Object.fromEntries(doors);
}

/** One compilation for all of them: each file is emitted once, and imports of our own packages stay imports by name. */
async function compile(packages: readonly [string, PackageManifest][]): Promise<number> {
  const config = path.join(out, '.tsconfig.json');
  const settings = {
    extends: path.join(root, 'tsconfig.base.json'),
    compilerOptions: {
      noEmit: false,
      noEmitOnError: true,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: path.join(root, 'packages'),
      outDir: emitted,
      types: ['node'],
      paths: ownPaths(packages),
      typeRoots: [path.join(root, 'node_modules', '@types')],
    },
    files: [
      path.join(root, 'packages/core/src/platform.d.ts'),
      ...packages.flatMap(([name, manifest]) => entryFiles(manifest).map((file) => path.join(root, 'packages', name, file))),
    ],
  };
  writeFileSync(config, JSON.stringify(settings));
  const code = await runChild(process.execPath, [binOf(root, 'typescript'), '-p', config], { stdio: 'inherit' });
  rmSync(config);
  return code;
}

/** Lays out one package: built files, what its manifest lists beside them, licence, readme, manifest. */
async function assemble(name: string, manifest: PackageManifest): Promise<void> {
  const source = path.join(root, 'packages', name);
  const target = path.join(out, name);
  mkdirSync(target, { recursive: true });
  renameSync(path.join(emitted, name, 'src'), path.join(target, 'dist'));
  pointDeclarationsAtBuiltFiles(path.join(target, 'dist'));
  const entries = entryFiles(manifest).map((file) => file.replace('./src/', '').replace(/\.ts$/, '.js'));
  await bundleModules(path.join(target, 'dist'), entries);
  for (const listed of manifest.files ?? []) {
    if (listed !== 'dist') cpSync(path.join(source, listed), path.join(target, listed), { recursive: true });
  }
  cpSync(path.join(root, 'LICENSE'), path.join(target, 'LICENSE'));
  const readme = path.join(source, 'README.md');
  cpSync(existsSync(readme) ? readme : path.join(root, 'README.md'), path.join(target, 'README.md'));
  writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(publishableManifest(manifest), null, 2)}\n`);
}

/** The compiler rewrites `./a.ts` to `./a.js` in modules but not in declarations. */
function pointDeclarationsAtBuiltFiles(folder: string): void {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue;
    const place = path.join(folder, file);
    let text = readFileSync(place, 'utf8');
    for (const { specifier } of importsOf(text)) {
      if (/^\.{1,2}\/.*(?<!\.d)\.ts$/.test(specifier)) {
        text = text
          .replaceAll(`'${specifier}'`, `'${specifier.slice(0, -3)}.js'`)
          .replaceAll(`"${specifier}"`, `"${specifier.slice(0, -3)}.js"`);
      }
    }
    writeFileSync(place, text);
  }
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const packages = publishedPackages();
const code = await compile(packages);
if (code === 0) {
  for (const [name, manifest] of packages) await assemble(name, manifest);
  if (!values.libraries) await assembleProgram(root, path.join(out, 'tenfold'));
  const names = [...packages.map(([name]) => name), ...(values.libraries ? [] : ['tenfold'])];
  process.stdout.write(`Built ${names.join(', ')} into ${path.relative(root, out) || '.'}\n`);
}
rmSync(emitted, { recursive: true, force: true });
process.exitCode = code;
