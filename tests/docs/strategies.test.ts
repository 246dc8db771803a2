import { readFileSync } from 'node:fs';
import path from 'node:path';
import { condense, findStrategy, readPreset } from '@tenfold/core';
import { sample, sampleFrame } from '@tenfold/core/sample';
import { describe, expect, it } from 'vitest';

const folder = path.resolve(import.meta.dirname, '../../docs/strategies');
const pages = ['native', 'lossless', 'truncation', 'smart'];

const examples = pages.flatMap((strategy) =>
  [...readFileSync(path.join(folder, `${strategy}.md`), 'utf8').matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, text = '']) => ({
    strategy,
    text,
  })),
);
const configs = examples.filter(({ text }) => !text.includes('"tenfold-preset"'));

it('every page has examples', () => {
  for (const page of pages) expect(examples.filter(({ strategy }) => strategy === page).length).toBeGreaterThanOrEqual(2);
});

describe.each(configs)('an example of $strategy', ({ strategy, text }) => {
  const config = JSON.parse(text);

  it('is a config the strategy accepts', () => {
    expect(findStrategy(strategy).config.validate(config)).toEqual([]);
  });

  it('makes the sample lighter', async () => {
    const { report } = await condense(sample, {
      ...sampleFrame,
      model: 'openai:gpt-4o',
      strategy,
      config,
      force: true,
      target: 6_000,
    });
    expect(report.passes.some((pass) => pass.kept > 0 && !pass.id.startsWith('floor'))).toBe(true);
    expect(report.after).toBeLessThan(report.before);
  });
});

it('the preset file can be imported', () => {
  const [preset] = examples.filter(({ text }) => text.includes('"tenfold-preset"'));
  expect(readPreset(preset?.text ?? '').name).toBe('Quiet tools');
});

it('every setting a page lists exists, and every setting is listed', () => {
  for (const page of pages.filter((name) => name !== 'smart')) {
    const text = readFileSync(path.join(folder, `${page}.md`), 'utf8');
    const listed = [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    const known = Object.keys((findStrategy(page).config.json.properties ?? {}) as object);
    expect(listed.sort()).toEqual(known.sort());
  }
});
