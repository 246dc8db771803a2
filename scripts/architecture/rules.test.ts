import { expect, it } from 'vitest';
import type { Manifest } from './dependencies.ts';
import { checkArchitecture, longFile } from './rules.ts';
import { sourceFile } from './source-file.ts';

const manifests = new Map<string, Manifest>([
  ['', { devDependencies: { vitest: '5.1.0' } }],
  ['core', {}],
  ['dialects', { dependencies: { '@tenfold/core': '0.1.0' } }],
  ['web', { dependencies: { '@tenfold/core': '0.1.0', '@tenfold/session': '0.1.0' } }],
  ['session', { dependencies: { '@tenfold/core': '0.1.0', ai: '7.0.169' } }],
]);

function messages(sources: Record<string, string>): string[] {
  const files = Object.entries(sources).map(([path, text]) => sourceFile(path, text));
  return checkArchitecture({ files, manifests, root: '/home/ada/tenfold' }).map(({ path, message }) => `${path}: ${message}`);
}

it.each([
  ['a good import', 'packages/dialects/src/a.ts', "import { x } from '@tenfold/core';"],
  ['a door of its own', 'packages/dialects/src/a.ts', "import { x } from '@tenfold/core/sample';"],
  ['a declared dependency', 'packages/session/src/a.ts', "import { x } from 'ai/test';"],
  ['a development dependency in a test', 'packages/core/src/a.test.ts', "import { it } from 'vitest';"],
  ['the machine in a test', 'packages/core/src/a.test.ts', "import 'node:fs'; Date.now();"],
  ['the machine in the one file that may', 'packages/core/src/node.ts', "import { readFileSync } from 'node:fs';"],
  ['the machine in a shell package', 'packages/session/src/a.ts', "import 'node:fs'; Date.now();"],
  ['a date that is passed in', 'packages/core/src/a.ts', 'export const at = (time: number) => new Date(time);'],
  ['the words in a comment', 'packages/core/src/a.ts', '// never Date.now() or Math.random()'],
])('allows %s', (_what, path, text) => {
  expect(messages({ [path]: text })).toEqual([]);
});

it.each([
  [
    'an import against the arrows',
    'packages/core/src/a.ts',
    "import type { X } from '@tenfold/dialects';",
    'core may not depend on dialects',
  ],
  [
    'an import of web beyond core',
    'packages/web/src/a.tsx',
    "import { x } from '@tenfold/session';",
    'web may not depend on session',
  ],
  [
    'an undeclared one of our packages',
    'packages/session/src/a.ts',
    "import { x } from '@tenfold/store';",
    '@tenfold/store is not a dependency',
  ],
  ['an undeclared dependency', 'packages/dialects/src/a.ts', "import ai from 'ai';", 'ai is not a dependency of dialects'],
  ['a development dependency in the product', 'packages/core/src/a.ts', "import 'vitest';", 'vitest is not a dependency of core'],
  ['a way around the front door', 'packages/dialects/src/a.ts', "import '@tenfold/core/src/a.ts';", 'goes around the front door'],
  ['a path into another package', 'packages/dialects/src/a.ts', "import '../../core/src/a.ts';", 'reaches into the package core'],
  ['its own name', 'packages/core/src/a.ts', "import '@tenfold/core';", "the file's own package"],
  ['an absolute path', 'scripts/a.ts', "import '/opt/a.ts';", 'a path of one machine'],
  ['the machine in core', 'packages/core/src/a.ts', "import { readFileSync } from 'fs';", 'core is pure and fs is not'],
  ['a clock in core', 'packages/core/src/a.ts', 'export const now = () => Date.now();', 'core is pure and Date.now is not'],
  ['the present in core', 'packages/core/src/a.ts', 'export const now = new Date();', 'core is pure and new Date() is not'],
  [
    'chance in dialects',
    'packages/dialects/src/a.ts',
    'const x = `${Math.random()}`;',
    'dialects is pure and Math.random is not',
  ],
  ['export *', 'packages/core/src/a.ts', "export * from './b.ts';", 'export * hides what is public'],
  ['a path of this machine', 'docs/a.md', 'See /home/ada/tenfold/README.md', 'holds a path of this machine'],
  ['a circle', 'packages/core/src/a.ts', "import type { A } from './a.ts';", 'imports itself in a circle'],
])('objects to %s', (_what, path, text, expected) => {
  expect(messages({ [path]: text })).toEqual([expect.stringContaining(expected)]);
});

it('lets the benches of a pure package read files and clocks', () => {
  expect(messages({ 'packages/core/bench/a.ts': "import 'node:fs';\nexport const now = () => performance.now();" })).toEqual([]);
});

it('objects to a circle through type imports, naming all of it', () => {
  const found = messages({ 'scripts/a.ts': "import type { B } from './b.ts';", 'scripts/b.ts': "import { a } from './a.ts';" });
  expect(found).toEqual([expect.stringContaining('scripts/a.ts: imports itself in a circle: a.ts → b.ts → a.ts.')]);
});

it('objects to a package the architecture does not know', () => {
  const found = checkArchitecture({ files: [], manifests: new Map([['misc', {}]]), root: '/r' });
  expect(found).toMatchObject([{ path: 'packages/misc/package.json', level: 'error' }]);
});

it('warns of long files without failing them', () => {
  const files = [sourceFile('scripts/long.ts', '\n'.repeat(longFile + 1)), sourceFile('scripts/fits.ts', '\n'.repeat(longFile))];
  expect(checkArchitecture({ files, manifests, root: '/r' })).toMatchObject([{ path: 'scripts/long.ts', level: 'warning' }]);
});
