import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { npmCommand, npmEnvironment } from '../../scripts/boot/npm.mjs';
import { type Manifest, packages, root } from './published.ts';

// What is published is not what runs here: it is built, packed and unpacked. So it is tried as a stranger would, in an
// empty project and without a network.
const place = mkdtempSync(path.join(tmpdir(), 'pack-'));
const built = path.join(place, 'built');
const tarballs = path.join(place, 'tarballs');
const project = path.join(place, 'project');
const published = [...packages()].filter(([, { publishConfig }]) => publishConfig !== undefined);

function npm(cwd: string, ...args: string[]): string {
  const { program, args: start } = npmCommand(process.execPath);
  const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  return execFileSync(program, [...start, ...flags, ...args], { cwd, encoding: 'utf8', env: npmEnvironment() });
}

function node(...args: string[]): string {
  return execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
}

/** Installed packages that ours need, theirs included: packed as well, since nothing may be fetched. */
function foreignDependencies(): string[] {
  const found = new Map<string, string>();
  const visit = (folder: string) => {
    const { dependencies = {} } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
    for (const name of Object.keys(dependencies)) {
      if (found.has(name) || name.startsWith('@tenfold/')) continue;
      // A version of its own lies with the package that wants it, else what all share.
      const own = path.join(folder, 'node_modules', name);
      const home = existsSync(own) ? own : path.join(root, 'node_modules', name);
      found.set(name, home);
      visit(home);
    }
  };
  for (const [name] of published) visit(path.join(root, 'packages', name));
  return [...found.values()];
}

beforeAll(() => {
  execFileSync(process.execPath, [path.join(root, 'scripts', 'build.ts'), built, '--libraries'], {
    stdio: 'pipe',
    encoding: 'utf8',
  });
  for (const folder of [tarballs, project]) mkdirSync(folder);
  const folders = [...published.map(([name]) => path.join(built, name)), ...foreignDependencies()];
  npm(tarballs, 'pack', ...folders);
  writeFileSync(
    path.join(project, 'package.json'),
    '{ "name": "stranger", "version": "1.0.0", "private": true, "type": "module" }',
  );
  npm(project, 'install', ...readdirSync(tarballs).map((file) => path.join(tarballs, file)));
}, 600_000);

afterAll(() => rmSync(place, { recursive: true, force: true }));

it('counts in an empty project', () => {
  const script = "import { countText } from '@tenfold/core'; console.log(countText('hello world'));";
  expect(node('--input-type=module', '-e', script)).toBe('2\n');
});

it('counts and folds in a bundle for browsers, where there is nothing of Node', async () => {
  const entry = path.join(project, 'browser.mjs');
  writeFileSync(
    entry,
    `import { condense, countText, installRanks, textMessage } from '@tenfold/core';
    globalThis.run = async (bytes) => {
      installRanks(bytes);
      const { messages } = await condense([textMessage('user', 'Hello!')], { model: 'openai:gpt-4o' });
      return countText('hello world') + messages.length;
    };`,
  );
  const bundle = await rolldown({ input: entry, platform: 'browser' });
  const { output } = await bundle.generate({ format: 'iife' });
  await bundle.close();
  const context = createContext({ TextEncoder, TextDecoder, WebAssembly });
  runInContext(output[0].code, context);
  const table = readFileSync(path.join(project, 'node_modules/@tenfold/core/assets/o200k.bin'));
  expect(await context.run(new Uint8Array(table))).toBe(3);
});

/** What can be imported; suites of laws are for those who have a test runner. */
const doors = published.flatMap(([, { name, exports = {} }]) =>
  Object.entries(exports)
    .filter(([door, file]) => String(file).endsWith('.ts') && !door.startsWith('./testing'))
    .map(([door]) => path.posix.join(name, door)),
);

it('opens every door', () => {
  node('--input-type=module', '-e', doors.map((door) => `await import('${door}');`).join('\n'));
});

it.each([
  ['on any platform, for the pure packages', /^@tenfold\/(core|dialects)\b/, []],
  // Types of the AI SDK come with it, and a stranger need not have it.
  ['in Node', /^(?!@tenfold\/adapters\/ai-sdk$)/, ['node']],
])('brings types that hold %s', (_where, which, types) => {
  const imports = doors
    .filter((door) => which.test(door))
    .map((door, i) => `import * as door${i} from '${door}';\ndoor${i} satisfies object;`);
  const use = "import { countText } from '@tenfold/core';\ncountText('a') satisfies number;\n";
  writeFileSync(path.join(project, 'doors.ts'), `${imports.join('\n')}\n${use}`);
  const typeRoots = [path.join(root, 'node_modules', '@types')];
  const compilerOptions = { module: 'NodeNext', target: 'ES2024', lib: ['ES2024'], strict: true, noEmit: true, types, typeRoots };
  writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['doors.ts'] }));
  const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  expect(spawnSync(process.execPath, [compiler, '-p', '.'], { cwd: project, encoding: 'utf8' }).stdout).toBe('');
});

it('carries nothing but what it needs', () => {
  for (const [folder, { name }] of published) {
    // Dependencies that npm lays inside are not ours to judge.
    const files = readdirSync(path.join(project, 'node_modules', name), { recursive: true, encoding: 'utf8' }).filter(
      (file) => !file.startsWith('node_modules'),
    );
    expect(files.filter((file) => /\.test\.|(?<!\.d)\.ts$|tsconfig/.test(file))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
    expect(existsSync(path.join(built, folder, 'package.json'))).toBe(true);
  }
});
