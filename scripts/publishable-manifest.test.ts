import { expect, it } from 'vitest';
import { entryFiles, type PackageManifest, publishableManifest } from './publishable-manifest.ts';

const manifest: PackageManifest = {
  name: '@tenfold/a',
  version: '1.0.0',
  files: ['dist', 'assets'],
  bin: { a: './src/main.ts' },
  imports: { '#ranks': { types: './src/none.ts', node: './src/node.ts', default: './src/none.ts' } },
  exports: { '.': './src/index.ts', './deep': './src/deep/index.ts', './o200k.bin': './assets/o200k.bin' },
  scripts: { bench: 'node bench.ts' },
  dependencies: { b: '1.0.0' },
  devDependencies: { c: '1.0.0' },
};

it('leads every door to a built file, with its types', () => {
  expect(publishableManifest(manifest)).toEqual({
    name: '@tenfold/a',
    version: '1.0.0',
    files: ['dist', 'assets'],
    bin: { a: './dist/main.js' },
    imports: { '#ranks': { types: './dist/none.d.ts', node: './dist/node.js', default: './dist/none.js' } },
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './deep': { types: './dist/deep/index.d.ts', default: './dist/deep/index.js' },
      './o200k.bin': './assets/o200k.bin',
    },
    dependencies: { b: '1.0.0' },
  });
});

it('starts a build at every door, once', () => {
  expect(entryFiles(manifest)).toEqual([
    './src/main.ts',
    './src/none.ts',
    './src/node.ts',
    './src/index.ts',
    './src/deep/index.ts',
  ]);
});
