import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ExportSource, writeExport } from './export-file.ts';

const long: ExportSource = {
  id: 'one',
  title: 'A talk',
  frame: {},
  messages: Array.from({ length: 20_000 }, (_, n) => ({ role: 'user', parts: [{ type: 'text', text: `message ${n}` }] })),
  created: 0,
  updated: 0,
  times: Array.from({ length: 20_000 }, () => 0),
};

it.each(['openai', 'jsonl', 'markdown', 'html'] as const)('as %s it is sent in pieces that are short', async (format) => {
  const file = await writeExport(format, long);
  const pieces = [...file.pieces()];
  expect(pieces.join('')).toBe(file.text);
  expect(pieces.every(({ length }) => length < 300_000)).toBe(true);
  expect(file.text.length).toBeGreaterThan(300_000);
});

it.each(['openai', 'anthropic', 'jsonl'] as const)('as %s it is what JSON.stringify makes of the whole', async (format) => {
  const text = fc.string({ unit: 'binary-ascii' });
  const message = fc.record({
    role: fc.constantFrom('user' as const, 'assistant' as const),
    parts: fc.array(fc.record({ type: fc.constant('text' as const), text }), { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 5 }), async (messages) => {
      const file = await writeExport(format, {
        id: 'one',
        title: 'A talk',
        frame: { system: 'Be brief.' },
        messages,
        created: 0,
        updated: 0,
        times: messages.map(() => 0),
      });
      expect(file.text).toBe(`${JSON.stringify(JSON.parse(file.text), null, format === 'jsonl' ? 0 : 2)}\n`);
    }),
  );
});
