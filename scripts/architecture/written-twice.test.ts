import { expect, it } from 'vitest';
import { sourceFile } from './source-file.ts';
import { checkWrittenTwice } from './written-twice.ts';

const six = ['const a = one();', 'const b = two(a);', 'if (b) {', '  three(b);', '}', 'four(a, b);', 'five();', 'return six();'];
const found = (...files: [string, readonly string[]][]) =>
  checkWrittenTwice(files.map(([name, lines]) => sourceFile(name, lines.join('\n')))).map(({ path, line }) => `${path}:${line}`);

it('finds a run of lines that stands in two packages, once', () => {
  expect(found(['packages/a/src/a.ts', six], ['packages/b/src/b.ts', ['// Why.', '', ...six]])).toEqual([
    'packages/b/src/b.ts:3',
  ]);
});

it('lets a package repeat itself, and others share imports or less', () => {
  const imports = Array.from({ length: 9 }, (_, n) => `import { a${n} } from './a${n}.ts';`);
  expect(found(['packages/a/src/a.ts', six], ['packages/a/src/b.ts', six])).toEqual([]);
  expect(found(['packages/a/src/a.ts', imports], ['packages/b/src/b.ts', imports])).toEqual([]);
  expect(found(['packages/a/src/a.ts', six], ['packages/b/src/b.ts', six.slice(3)])).toEqual([]);
});
