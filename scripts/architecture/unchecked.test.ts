import { expect, it } from 'vitest';
import { sourceFile } from './source-file.ts';
import { checkUnchecked } from './unchecked.ts';

const findings = (text: string, left = {}) => checkUnchecked([sourceFile('packages/web/src/a.ts', text)], left).length;

it.each([
  'const a: any = 1;',
  'const a = b as any;',
  'const a = f(b as never);',
  'type A = Map<string, any>;',
  'const list: any[] = [];',
  'const a = JSON.parse(await read(x, y())) as Shape;',
])('objects to %s', (text) => {
  expect(findings(text)).toBe(1);
  expect(findings(text, { 'packages/web/src/a.ts': 1 })).toBe(0);
});

it.each([
  'const a: unknown = JSON.parse(text);',
  'const a = JSON.parse(text) as Json;',
  '// any word, as never before',
  "const text = 'as any';",
  'const a = { any: 1 };',
])('lets be %s', (text) => {
  expect(findings(text)).toBe(0);
});

it('wants its list of what is left to be true', () => {
  expect(findings('const a = 1;', { 'packages/web/src/a.ts': 1 })).toBe(1);
});
