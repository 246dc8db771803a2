import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Message, type Part, textMessage } from '../message.ts';
import { countingOf, FAMILIES, type ModelCounting } from './families.ts';
import { counterFor, observe, UNCALIBRATED } from './model-counter.ts';
import { countText } from './text.ts';

const message = (...parts: Part[]): Message => ({ role: 'user', parts });
const gpt = counterFor('gpt-4o');

describe('counterFor', () => {
  it('says which counts are exact', () => {
    expect(['gpt-4o', 'gpt-5', 'claude-opus-5', 'gemini-3-pro', 'unheard-of'].map((model) => counterFor(model).exact)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('counts text exactly where the tokenizer is o200k_base', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => gpt.text(text) === countText(text)));
  });

  it('adds the frame of a message to its parts, for any role', () => {
    for (const role of ['system', 'user', 'assistant', 'tool', 'summary'] as const) {
      expect(gpt.message(textMessage(role, 'Hello, world!'))).toBe(3 + countText('Hello, world!'));
    }
    expect(gpt.message(message({ type: 'text', text: 'one' }, { type: 'reasoning', text: 'two' }))).toBe(3 + 1 + 1);
  });

  it('counts tool calls and structured values as JSON, results as their text', () => {
    const input = { path: 'src/a.ts', lines: [1, 20] };
    expect(gpt.message(message({ type: 'tool-call', id: 'x', name: 'read', input }))).toBe(
      3 + countText(JSON.stringify({ name: 'read', input })),
    );
    expect(gpt.message(message({ type: 'tool-result', id: 'x', output: 'line one\nline two' }))).toBe(
      3 + countText('line one\nline two'),
    );
    const output = [{ type: 'text', text: 'seen' } as const, { type: 'opaque', dialect: 'x', value: { a: [1] } } as const];
    expect(gpt.message(message({ type: 'tool-result', id: 'x', output }))).toBe(3 + countText('seen') + countText('{"a":[1]}'));
  });

  it('counts an attachment by its metadata, an image that is sent by its size too, content never', () => {
    const file = { type: 'attachment', mediaType: 'image/png', name: 'plan.png', bytes: 12_345 } as const;
    const bare = gpt.message(message(file));
    expect(bare).toBe(3 + countText('{"name":"plan.png","mediaType":"image/png","bytes":12345}'));
    expect(gpt.message(message({ ...file, source: { data: 'A'.repeat(10_000) } }))).toBe(bare);
    expect(gpt.message(message({ ...file, image: { width: 512, height: 512 } }))).toBe(bare + 255);
  });

  it('counts what travels along', () => {
    const extra = { signature: 'c2lnbmVk' };
    const bare = gpt.message(textMessage('user', 'hi'));
    const added = countText(JSON.stringify(extra));
    expect(gpt.message({ ...textMessage('user', 'hi'), extra })).toBe(bare + added);
    expect(gpt.message(message({ type: 'text', text: 'hi', extra }))).toBe(bare + added);
  });

  it('counts the frame: the request, the system text, the tools', () => {
    const tool = { name: 'read', description: 'Reads a file', parameters: { type: 'object' } };
    expect(gpt.frame({})).toBe(6);
    expect(gpt.frame({ system: 'Be brief.' })).toBe(6 + 3 + countText('Be brief.'));
    expect(gpt.frame({ tools: [tool, tool] })).toBe(6 + 16 + 2 * (6 + countText(JSON.stringify(tool))));
    expect(gpt.frame({ tools: [{ ...tool, deferred: true }] })).toBe(6 + 16 + countText(tool.name));
    expect(gpt.frame({ system: '', tools: [] })).toBe(6);
  });

  it('remembers per value, in every family for itself', () => {
    let reads = 0;
    const watched: Message = {
      role: 'user',
      get parts() {
        reads++;
        return [{ type: 'text', text: 'counted once' }] as const;
      },
    };
    const counts = [1, 2, 3].map(() => counterFor('gpt-4o').message(watched));
    expect([new Set(counts).size, reads]).toEqual([1, 1]);
    expect(counterFor('claude-opus-4-7').message(watched)).toBeGreaterThan(counts[0] as number);
    expect(reads).toBe(2);
    const once = counterFor('gpt-4o', undefined, { remembers: false });
    expect([once.message(watched), once.message(watched), reads]).toEqual([counts[0], counts[0], 4]);
  });

  it('applies what was learnt of a model to all its counts, and is not exact then', () => {
    const learnt = [1, 2, 3].reduce((state) => observe(state, 'gpt-4o', 10_000, 12_000), UNCALIBRATED);
    const counter = counterFor('gpt-4o', learnt);
    const long = 'several words to count '.repeat(100);
    expect(counter.exact).toBe(false);
    expect(counter.text(long)).toBe(Math.round(countText(long) * 1.2));
    expect(counter.message(textMessage('user', long))).toBe(Math.round((countText(long) + 3) * 1.2));
    expect(counterFor('gpt-4o-mini', learnt).exact).toBe(true);
  });

  it('takes a description of how a model counts', () => {
    const own: ModelCounting = { ...countingOf('gpt-4o'), family: 'house', request: 100, perMessage: 50 };
    expect(counterFor(own).message(textMessage('user', 'hi'))).toBe(51);
    expect(counterFor(own).frame({})).toBe(100);
  });

  it('counts no text as nothing and no text below nothing, in every family', () => {
    for (const counting of FAMILIES) {
      const counter = counterFor(counting);
      expect(counter.text('')).toBe(0);
      fc.assert(
        fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
          const tokens = counter.text(text);
          return Number.isInteger(tokens) && tokens >= 1;
        }),
      );
    }
  });
});
