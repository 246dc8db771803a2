import { expect, it } from 'vitest';
import { isTalkOfTwo } from './passage.ts';

const user = { voice: 'user', text: 'We flew to Porto with my aunt.' } as const;
const assistant = { voice: 'assistant', text: 'How was the food over there?' } as const;

it('is where both talk, and neither works for the other', () => {
  expect(isTalkOfTwo([user, assistant])).toBe(true);
  expect(isTalkOfTwo([user, { ...assistant, text: assistant.text.repeat(9) }])).toBe(false);
  expect(isTalkOfTwo([user, assistant, { voice: 'result', text: 'ok' }])).toBe(false);
});

it('is not where an earlier record stands alone, or tells of work', () => {
  const record = { voice: 'record', text: '## Tool Invocations\n- $ npm test' } as const;
  expect(isTalkOfTwo([{ voice: 'record', text: '## Key Points\n- User: Never touch legacy/.' }])).toBe(false);
  expect(isTalkOfTwo([record, user, assistant])).toBe(false);
});
