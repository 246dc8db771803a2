import { type Json, type JsonObject, type Message, type Part, textMessage } from '@tenfold/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyFrame, anyMessage } from '../testing/any-message.ts';
import { requestBody, requestBodySoon } from '../testing/request-body.ts';
import { faultsOfBody } from '../testing/strict-body.ts';
import { PROVIDERS } from './endpoint.ts';

const PDF = 'JVBERi0xLjQK';
/** What pictures of 1 × 1, 2,500 × 100 and 100 × 9,000 pixels begin with. */
const SMALL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAAAAAAAA';
const WIDE = 'iVBORw0KGgoAAAANSUhEUgAACcQAAABkAAAAAAAA';
const TALL = 'iVBORw0KGgoAAAANSUhEUgAAAGQAACMoAAAAAAAA';
const user = (...parts: readonly Part[]): Message => ({ role: 'user', parts });
const file = (mediaType: string, data: string): Part => ({
  type: 'attachment',
  mediaType,
  name: 'a.pdf',
  source: { type: 'base64', data },
});
const called = (name: string, input: Json, remembered?: JsonObject): Message => ({
  role: 'assistant',
  parts: [{ type: 'tool-call', id: 'c', name, input, ...(remembered && { extra: { 'ai-sdk': remembered } }) }],
});
const answered = (output: string, name?: string): readonly Message[] => [
  { role: 'tool', parts: [{ type: 'tool-result', id: 'c', output, ...(name !== undefined && { name }) }] },
];

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
          expect(faultsOfBody(provider, body as string)).toEqual([]);
        },
      ),
      { numRuns: draws },
    );
  });

  it('as the same request when it is sent again, and when it was read anew from a store', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyMessage, { maxLength: 8 }), anyFrame, async (list, given) => {
        const said = [...list, textMessage('user', 'Go on.')];
        const body = await requestBodySoon(provider, said, given);
        expect(body).toBeTypeOf('string');
        expect(await requestBodySoon(provider, said, given)).toBe(body);
        expect(await requestBodySoon(provider, JSON.parse(JSON.stringify(said)), given)).toBe(body);
      }),
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
    ['a tool of a name that every object has', [textMessage('user', 'a'), called('constructor', {}), ...answered('x')]],
    ['a call whose input is no object', [textMessage('user', 'a'), called('read', 'a b', { form: 'bare' }), ...answered('x')]],
    ['a result that is blank', [textMessage('user', 'a'), called('read', {}), ...answered(' \n')]],
    ['a result under the name of another tool', [textMessage('user', 'a'), called('read', {}), ...answered('x', 'write')]],
    ['words that only some take for blank', [textMessage('user', '\u0085'), textMessage('assistant', '\u001f')]],
    ['a picture that is none', [user(file('image/png', 'A')), textMessage('assistant', 'a')]],
    ['a picture in lines', [user(file('image/png', 'iVBORw0K\nGgo')), textMessage('assistant', 'a')]],
    ['a picture of another kind', [user(file('image/png', '/9j/4AAQSkZJRgA=')), textMessage('assistant', 'a')]],
    ['a page that is no PDF', [user(file('application/pdf', 'PGh0bWw+')), textMessage('assistant', 'a')]],
    ['six documents', [user(...Array(6).fill(file('application/pdf', PDF))), textMessage('assistant', 'a')]],
    ['a hundred pictures and a document', [user(...Array(100).fill(file('image/png', SMALL)), file('application/pdf', PDF))]],
    ['many pictures, one of them wide', [user(...Array(20).fill(file('image/png', SMALL)), file('image/png', WIDE))]],
    ['a tall picture', [user(file('image/png', TALL)), textMessage('assistant', 'a')]],
    ['a document alone', [user(file('application/pdf', PDF)), textMessage('assistant', 'a')]],
    [
      'the same document twice',
      [user(file('application/pdf', PDF)), textMessage('assistant', 'a'), user(file('application/pdf', PDF))],
    ],
    ['a part of a later version', [user({ type: 'video' } as unknown as Part), textMessage('assistant', 'a')]],
    [
      'an imported answer that remembers too much',
      [
        textMessage('user', 'a'),
        {
          role: 'assistant',
          parts: [
            { type: 'text', text: 'a', extra: { 'ai-sdk': { fields: { type: 'image', providerOptions: 'x' } } } },
            {
              type: 'text',
              text: 'b',
              extra: { 'ai-sdk': { fields: { providerOptions: { google: { thoughtSignature: '§' }, bedrock: 7 } } } },
            },
          ],
          extra: { 'ai-sdk': { fields: { role: 'x' } } },
        },
      ],
    ],
  ] as readonly (readonly [string, readonly Message[]])[])('after %s', async (_, list) => {
    const body = await requestBody(provider, [...list, textMessage('user', 'b')], {}, 'system');
    expect(body).toBeTypeOf('string');
    expect(faultsOfBody(provider, body as string)).toEqual([]);
  });
});
