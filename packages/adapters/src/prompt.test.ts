import { expect, it } from 'vitest';
import { namedTools, readPrompt } from './prompt.ts';

it('names a tool of which nothing is known, and reads past a part that is nothing', () => {
  const tools = namedTools({
    switchedOff: undefined,
    none: null,
    find: { description: 'Finds it.', parameters: { type: 'object' } },
  });
  const { frame, messages } = readPrompt([{ role: 'user', content: [null, { type: 'text', text: 'Find it.' }] }], tools);
  expect(frame.tools).toEqual([
    { name: 'switchedOff' },
    { name: 'none' },
    { name: 'find', description: 'Finds it.', parameters: { type: 'object' } },
  ]);
  expect(messages[0]?.parts).toContainEqual({ type: 'text', text: 'Find it.' });
});
