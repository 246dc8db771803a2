import { expect, it } from 'vitest';
import { sourceFile } from './source-file.ts';
import { checkUnchecked } from './unchecked.ts';

const findings = (text: string) => checkUnchecked([sourceFile('packages/web/src/a.ts', text)]).length;

it.each([
  'const a: any = 1;',
  'const a = b as any;',
  'const a = f(b as never);',
  'type A = Map<string, any>;',
  'const list: any[] = [];',
  'const a = JSON.parse(await read(x, y())) as Shape;',
  'const a: Shape = JSON.parse(text);',
  'const a = JSON.parse(text);',
  'const a = b as unknown as Shape;',
  '// Surely.\nconst a = b as unknown as Shape;',
  '// Believed: it is.\nconst a = b as any;',
  'const a: Shape = b === undefined ? {} : JSON.parse(text);',
])('objects to %s', (text) => {
  expect(findings(text)).toBe(1);
});

it.each([
  'const a: unknown = JSON.parse(text);',
  'const a = JSON.parse(text) as Json;',
  'const a = schema.safeParse(JSON.parse(text));',
  'const a: Json = given ? {} : JSON.parse(text);',
  '// Believed: b was checked.\nconst a = b as unknown as Shape;',
  '// any word, as never before',
  "const text = 'as any';",
  'const a = { any: 1 };',
])('lets be %s', (text) => {
  expect(findings(text)).toBe(0);
});
