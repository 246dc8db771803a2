import fc from 'fast-check';
import { expect, it } from 'vitest';
import { writtenAs } from './written.ts';

it.each(['openai', 'anthropic', 'jsonl'] as const)('as %s it is what JSON.stringify makes of the whole', async (format) => {
  const text = fc.string({ unit: 'binary-ascii' });
  const message = fc.record({
    role: fc.constantFrom('user' as const, 'assistant' as const),
    parts: fc.array(fc.record({ type: fc.constant('text' as const), text }), { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 5 }), async (messages) => {
      const file = await writtenAs(format, {
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
