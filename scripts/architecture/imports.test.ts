import { expect, it } from 'vitest';
import { importsOf } from './imports.ts';

it('finds every kind of import and re-export, with its line', () => {
  const source = `#!/usr/bin/env node
import a from './a.ts';
import type { B } from "./b.ts";
import {
  c,
  type D,
} from './c.ts';
import './side-effect.ts';
import * as everything from 'everything';
import data from './data.json' with { type: 'json' };
export { e } from './e.ts';
export type { F } from './f.ts';
export * from './g.ts';
export * as h from './h.ts';
const lazy = await import('./i.ts');
type Far = import('./j.ts').Far;
`;
  expect(importsOf(source).map(({ specifier, line }) => `${line} ${specifier}`)).toEqual([
    '2 ./a.ts',
    '3 ./b.ts',
    '4 ./c.ts',
    '8 ./side-effect.ts',
    '9 everything',
    '10 ./data.json',
    '11 ./e.ts',
    '12 ./f.ts',
    '13 ./g.ts',
    '14 ./h.ts',
    '15 ./i.ts',
    '16 ./j.ts',
  ]);
  expect(importsOf(source).filter(({ all }) => all)).toHaveLength(2);
});

it('is not misled by what only looks like an import', () => {
  const source = `
// import a from './a.ts';
/* import b from './b.ts'; */
const text = "import c from './c.ts'";
const page = \`
import d from './d.ts';
\`;
const span = { from: './e.ts' };
export const from = 'f';
export interface Range { from: 'g'; to: string }
loader.import('./h.ts');
`;
  expect(importsOf(source)).toEqual([]);
});
