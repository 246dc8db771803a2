import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const page = path.resolve(import.meta.dirname, '../../docs/writing-a-strategy.md');

it('the tutorial runs as it stands, and its strategy keeps every law', { timeout: 60_000 }, async () => {
  const code = [...readFileSync(page, 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block]) => block).join('\n');
  const folder = mkdtempSync(path.join(import.meta.dirname, 'extracted-'));
  try {
    const file = path.join(folder, 'tutorial.ts');
    writeFileSync(file, code);
    const { condensed, told } = await import(file);
    expect(told).toMatch(/^Context condensed using Both ends strategy:\n - Pass 1 \(Keep both ends\): /);
    expect(JSON.stringify(condensed.messages)).toContain('step 399 done');
    expect(JSON.stringify(condensed.messages)).not.toContain('step 200 done');
    expect(condensed.folds).toHaveLength(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
