import { type Message, textMessage } from '@tenfold/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyFrame, anyMessage } from '../testing/any-message.ts';
import { requestBody } from '../testing/request-body.ts';
import { PROVIDERS } from './endpoint.ts';

const draws = Number(process.env.TENFOLD_DRAWS ?? 60);

describe.each(PROVIDERS)('any transcript can be sent: %s', (provider) => {
  it('[H2] as a request that its API takes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyMessage, { maxLength: 8 }),
        anyFrame,
        fc.constantFrom('system' as const, 'user' as const),
        async (list, given, role) => {
          const body = await requestBody(provider, [...list, textMessage('user', 'Go on.')], given, role);
          expect(body).toBeTypeOf('string');
        },
      ),
      { numRuns: draws },
    );
  });

  it.each([
    ['an empty answer', [textMessage('user', 'a'), { role: 'assistant', parts: [] }]],
    ['a blank answer', [textMessage('user', 'a'), textMessage('assistant', '\n\n')]],
    ['thinking alone', [textMessage('user', 'a'), { role: 'assistant', parts: [{ type: 'reasoning', text: 'hm' }] }]],
    ['a first word by the model', [textMessage('assistant', 'Hello.')]],
    [
      'an odd tool',
      [textMessage('user', 'a'), { role: 'assistant', parts: [{ type: 'tool-call', id: 'x!', name: 'na me!', input: {} }] }],
    ],
  ] as const satisfies readonly (readonly [string, readonly Message[]])[])('after %s', async (_, list) => {
    expect(await requestBody(provider, [...list, textMessage('user', 'b')], {}, 'system')).toBeTypeOf('string');
  });
});
