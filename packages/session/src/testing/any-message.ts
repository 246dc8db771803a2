import type { Attachment, Json, Message, Part, ToolCall, ToolResult } from '@tenfold/core';
import { aiSdk } from '@tenfold/dialects';
import fc from 'fast-check';

const words = fc.constantFrom('', ' ', '\n\n', '\u00a0', 'plain words', 'trailing  ', '\ud83d', '[Continue]', '👩‍👩‍👧');
const id = fc.constantFrom('a', 'a', 'b', '', 'x y.z:1', '\ud800', 'l'.repeat(70), `${'l'.repeat(69)}m`);
const name = fc.constantFrom('read', 'na me!', '', 'n'.repeat(250), '1st', '😀', '\ud800');
const text = words.map((said): Part => ({ type: 'text', text: said }));
const data = Buffer.from('{"a": 1}').toString('base64');
const file = fc.record(
  {
    type: fc.constant('attachment' as const),
    mediaType: fc.constantFrom(
      'image/png',
      'image/*',
      'image/svg+xml',
      'application/pdf',
      'text/plain',
      'application/json',
      'audio/wav',
      'application/zip',
      '',
    ),
    name: fc.constantFrom('a.png', 'b'),
    source: fc.constantFrom<Json>(
      { type: 'base64', data },
      { type: 'base64', data: '' },
      { type: 'url', url: 'https://example.com/a.png' },
      { type: 'url', url: 'nowhere' },
      { type: 'file', id: 'f' },
      'odd',
    ),
  },
  { requiredKeys: ['type', 'mediaType'] },
) as fc.Arbitrary<Attachment>;
const opaque = fc.record({
  type: fc.constant('opaque' as const),
  dialect: fc.constantFrom('ai-sdk', 'anthropic', 'other'),
  value: fc.constantFrom<Json>(
    { type: 'tool-call', toolCallId: 'a', toolName: 'x', input: {}, providerExecuted: true },
    { type: 'tool-result', toolCallId: 'a', toolName: 'x', output: { type: 'text', value: '' } },
    { type: 'tool-approval-request', toolCallId: 'a', approvalId: 'b' },
    { type: 'custom', kind: 'x.y' },
    { type: 'file', data: 'x', mediaType: 'a/b' },
    null,
  ),
});
const signature = (provider: string, field: string) => ({
  [aiSdk.id]: { fields: { providerOptions: { [provider]: { [field]: 'c2lnbmVk', itemId: 'rs_1' } } } },
});
const thinking = fc
  .tuple(
    words,
    fc.constantFrom(
      undefined,
      signature('anthropic', 'signature'),
      signature('anthropic', 'redactedData'),
      signature('openai', 'reasoningEncryptedContent'),
      signature('google', 'thoughtSignature'),
      signature('bedrock', 'signature'),
    ),
  )
  .map(([said, extra]): Part => ({ type: 'reasoning', text: said, ...(extra && { extra }) }));
const input = fc.oneof(fc.dictionary(fc.constantFrom('path', '7'), words), words, fc.constantFrom<Json>(null, 7, []));
const call = fc.record({ type: fc.constant('tool-call' as const), id, name, input }) as fc.Arbitrary<ToolCall>;
const result = fc.record(
  {
    type: fc.constant('tool-result' as const),
    id,
    name,
    output: fc.oneof(words, fc.array(fc.oneof(text, file, opaque), { maxLength: 3 })),
    isError: fc.boolean(),
  },
  { requiredKeys: ['type', 'id', 'output'] },
) as fc.Arbitrary<ToolResult>;
const part = fc.oneof(text, text, call, result, thinking, file, opaque);
/** Any message a store can hold, however odd. */
export const anyMessage: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ role: fc.constant('user' as const), parts: fc.array(fc.oneof(text, text, file), { maxLength: 2 }) }),
  fc.record({ role: fc.constant('assistant' as const), parts: fc.array(fc.oneof(text, call, thinking), { maxLength: 4 }) }),
  fc.record({ role: fc.constant('tool' as const), parts: fc.array(result, { maxLength: 3 }) }),
  fc.record({ role: fc.constantFrom('system' as const, 'summary' as const), parts: fc.array(text, { maxLength: 2 }) }),
  fc.record({
    role: fc.constantFrom('user' as const, 'assistant' as const, 'tool' as const, 'system' as const),
    parts: fc.array(part, { maxLength: 4 }),
  }),
);
/** What stands before a conversation. */
export const anyFrame = fc.constantFrom({}, { system: ' ' }, { system: 'Be brief.\ud800', tools: [{ name: 'read' }] });
