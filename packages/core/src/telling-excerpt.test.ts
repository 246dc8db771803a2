import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { counterFor } from './count/model-counter.ts';
import { tellingExcerpt } from './telling-excerpt.ts';

const count = counterFor('openai:gpt-4o');
const code = Array.from({ length: 300 }, (_, line) => `  const value${line} = load(${line}); // keeps going`);

describe('a telling excerpt', () => {
  it('names the files its own lines leave out, within the limit', () => {
    const text = code.with(150, "import { open } from './store/open-session.ts';").with(200, 'see docs/plan.md').join('\n');
    const cut = tellingExcerpt(text, 200, count, new Set());
    expect(cut).toContain('store/open-session.ts');
    expect(cut).toContain('docs/plan.md');
    expect(count.text(cut)).toBeLessThanOrEqual(200);
  });

  it('names a file once', () => {
    const text = code.with(150, 'see docs/plan.md').join('\n');
    const told = new Set<string>();
    expect(tellingExcerpt(text, 200, count, told)).toContain('docs/plan.md');
    expect(tellingExcerpt(text, 200, count, told)).not.toContain('docs/plan.md');
  });

  it('is never heavier than its limit, and leaves alone what is within it', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom('src/a/b.ts', 'Error: no', 'lib/x.go {y}'),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 80 }), fc.integer({ min: 32, max: 400 }), (lines, tokens) => {
        const text = lines.join('\n');
        const cut = tellingExcerpt(text, tokens, count, new Set());
        if (count.text(text) <= tokens) expect(cut).toBe(text);
        else expect(count.text(cut)).toBeLessThanOrEqual(tokens);
      }),
    );
  });
});
