import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it('names only files that are there, and each step of the way one', () => {
  const map = readFileSync(join(root, 'docs/map.md'), 'utf8');
  const files = [...map.matchAll(/`((?:packages|docs)\/[^`]+)`/g)].map(([, file = '']) => file);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  for (const line of map.split('\n').filter((row) => /^\| \d+ \|/.test(row))) expect(line).toMatch(/^\| \d+ \| `packages\//);
  expect(files.length).toBeGreaterThan(25);
});
