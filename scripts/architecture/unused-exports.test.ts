import { expect, it } from 'vitest';
import { sourceFile } from './source-file.ts';
import { checkUnusedExports } from './unused-exports.ts';

const manifests = new Map([['core', { exports: { '.': './src/index.ts' } }]]);
const found = (...files: [string, string][]) =>
  checkUnusedExports(
    files.map(([name, text]) => sourceFile(`packages/core/src/${name}`, text)),
    manifests,
  ).map(({ path, message }) => `${path} ${message.split(' ')[0]}`);

it('finds what is exported and named nowhere else', () => {
  expect(
    found(
      ['index.ts', "export { used } from './a.ts';\nexport const promise = 1;"],
      ['a.ts', "import { helper as h } from './b.ts';\nexport function used() { return h(); }\nexport const dead = 1;"],
      ['b.ts', 'export const helper = () => 1;\nexport type Spoken = string;'],
    ),
  ).toEqual(['packages/core/src/a.ts dead']);
});

it('lets a test, a lazy import and a namespace use a module', () => {
  expect(
    found(
      ['a.test.ts', "import { onlyTested } from './a.ts';"],
      ['a.ts', 'export const onlyTested = 1;'],
      ['index.ts', "export const late = () => import('./late.ts');\nimport * as all from './all.ts';\nexport const x = all;"],
      ['late.ts', 'export const one = 1;'],
      ['all.ts', 'export const two = 2;'],
    ),
  ).toEqual([]);
});
