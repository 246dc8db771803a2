import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { withFreshCaptures } from '../../scripts/captures.ts';
import { root } from './published.ts';

const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
const blocks = (language: string) =>
  [...readme.matchAll(/^```(\w*)\n(.*?)^```$/gms)].filter(([, name]) => name === language).map(([, , text = '']) => text);

describe('what the README shows', () => {
  it.each(blocks('ts'))('is what the library gives: %#', async (code) => {
    const expected: unknown[] = [];
    const collecting = code.replace(/^(\w.*); \/\/ (\d+)$/gm, (_line, expression, value) => {
      expected.push(Number(value));
      return `results.push(${expression});`;
    });
    // Beside the packages, so that their names resolve.
    const folder = mkdtempSync(path.join(root, 'node_modules', '.readme-'));
    try {
      const file = path.join(folder, 'example.mjs');
      writeFileSync(file, `const results = [];\n${collecting}\nexport { results };`);
      const { results } = await import(/* @vite-ignore */ file);
      expect(expected.length).toBeGreaterThan(0);
      expect(results).toEqual(expected);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is what the command draws', () => {
    // `npm run readme` writes it anew.
    expect(readme).toMatch(/^\$ tenfold/m);
    expect(withFreshCaptures(readme)).toBe(readme);
  });

  it('names files that exist and commands that are there', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const documents = ['README.md', 'CONTRIBUTING.md'].map((name) => readFileSync(path.join(root, name), 'utf8')).join('\n');
    for (const [, script = ''] of documents.matchAll(/npm run ([\w:]+)/g)) expect(scripts).toHaveProperty([script]);
    for (const [, target = ''] of documents.matchAll(/\]\((?!https?:)([^)#]+)/g))
      expect(existsSync(path.join(root, target)), target).toBe(true);
  });
});
