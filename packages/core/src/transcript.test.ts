import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from './message.ts';
import { arbitraryMessages } from './testing/arbitrary.ts';
import { call, user } from './testing/talk.ts';
import { append, identity, transcriptOf } from './transcript.ts';

describe('transcript', () => {
  it('[T3] is the same however it is built, and an append leaves what was there', () => {
    fc.assert(
      fc.property(arbitraryMessages({ maxMessages: 12 }), (messages) => {
        const whole = transcriptOf(messages);
        const grown = messages.reduce<ReturnType<typeof transcriptOf>>((known, message) => append(known, message), []);
        expect(grown).toEqual(whole);
        expect(transcriptOf(messages.slice(0, 3))).toEqual(whole.slice(0, 3));
        const continued = transcriptOf(messages.slice(3), undefined, whole[2]?.id ?? null);
        if (messages.length > 3) expect(continued.at(-1)?.id).toBe(whole.at(-1)?.id);
      }),
      { numRuns: 50 },
    );
  });

  it('[T2] gives equal messages at different places different ids', () => {
    const ids = transcriptOf([user('yes'), user('yes'), user('yes')]).map((entry) => entry.id);
    expect(new Set(ids).size).toBe(3);
  });

  it('[T2] does not see dressing, but sees a field called extra in what a tool was given', () => {
    const plain = user('hi');
    const adorned: Message = { role: 'user', parts: [{ type: 'text', text: 'hi', extra: { cache: true } }], extra: { x: 1 } };
    expect(identity(adorned)).toBe(identity(plain));
    const image: Message = {
      role: 'tool',
      parts: [{ type: 'tool-result', id: 'a', output: [{ type: 'text', text: 'x', extra: { cache: true } }] }],
    };
    const bare: Message = { role: 'tool', parts: [{ type: 'tool-result', id: 'a', output: [{ type: 'text', text: 'x' }] }] };
    expect(identity(image)).toBe(identity(bare));
    expect(identity(call('a', { extra: 'one' }))).not.toBe(identity(call('a', { extra: 'two' })));
  });
});
