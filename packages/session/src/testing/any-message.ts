import type { Attachment, Frame, Json, Message, Part, ToolCall, ToolResult } from '@tenfold/core';
import { aiSdk } from '@tenfold/dialects';
import fc from 'fast-check';

const words = fc.constantFrom(
  '',
  ' ',
  '\n\n',
  '\u00a0',
  '\u0085',
  '\u001c\u001f',
  '\u0000',
  '\u200b',
  'plain words',
  'trailing  ',
  '\ud83d',
  '[Continue]',
  '👩‍👩‍👧',
);
const id = fc.constantFrom('a', 'a', 'b', '', 'x y.z:1', '__proto__', '\ud800', 'l'.repeat(70), `${'l'.repeat(69)}m`);
const name = fc.constantFrom('read', 'constructor', '__proto__', 'na me!', '', 'n'.repeat(250), '1st', '😀', '\ud800');
const json = fc.constantFrom<Json>(null, 7, 'x', [], {}, { type: 'x' });
/** What a file may claim that the SDK remembered of a part: fields of any name with anything in them. */
const remembered = fc.oneof(
  fc.record({
    fields: fc.dictionary(
      fc.constantFrom('type', 'role', 'text', 'content', 'toolCallId', 'toolName', 'input', 'output', 'data', 'mediaType', 'x'),
      json,
      { maxKeys: 2 },
    ),
  }),
  fc.record({
    fields: fc.record({
      providerOptions: fc.dictionary(
        fc.constantFrom('openai', 'anthropic', 'bedrock', 'amazonBedrock', 'google', 'vertex', 'openrouter'),
        fc.oneof(
          json,
          fc.dictionary(
            fc.constantFrom(
              'signature',
              'redactedData',
              'itemId',
              'thoughtSignature',
              'cacheControl',
              'cachePoint',
              'phase',
              'reasoning_details',
            ),
            fc.oneof(json, fc.constantFrom<Json>('c2ln', '§', 'msg_1', [7, null], [{ type: 'reasoning.text', text: 7 }])),
            { maxKeys: 2 },
          ),
        ),
        { maxKeys: 2 },
      ),
    }),
  }),
  fc.record({
    form: fc.constantFrom('string', 'list', 'json', 'denied', 'bare', 'tagged', 'data-url'),
    declared: json,
    outer: json,
  }),
  json,
);
/** The same part, sometimes with more than it should remember. */
const remembering = <T extends object>(part: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc
    .tuple(part, fc.option(remembered, { freq: 3 }))
    .map(([bare, claimed]) => (claimed === null ? bare : { ...bare, extra: { [aiSdk.id]: claimed } }));
const text = remembering(words.map((said): Part => ({ type: 'text', text: said })));
const PDF = Buffer.from('%PDF-1.4\n\u00ff').toString('base64');
const data = Buffer.from('{"a": 1}').toString('base64');
/** What a picture begins with, as far as anybody but its model reads it. */
const png = (width: number, height: number) => {
  const bytes = Buffer.alloc(33);
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString('base64');
};
const JPEG = Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF\0', 'latin1').toString('base64');
const file = remembering(
  fc.record(
    {
      type: fc.constant('attachment' as const),
      mediaType: fc.constantFrom(
        'image/png',
        'image/*',
        'image/svg+xml',
        'application/pdf',
        'application/pdf',
        'text/plain',
        'application/json',
        'audio/wav',
        'application/zip',
        '',
      ),
      name: fc.constantFrom('a.png', 'b', 'B.pdf', 'ü_1.pdf', ''),
      source: fc.constantFrom<Json>(
        { type: 'base64', data },
        { type: 'base64', data: '' },
        { type: 'base64', data: PDF },
        { type: 'base64', data: png(1, 1) },
        { type: 'base64', data: png(1, 1) },
        { type: 'base64', data: png(2_500, 100) },
        { type: 'base64', data: png(100, 9_000) },
        { type: 'base64', data: JPEG },
        { type: 'base64', data: `${PDF.slice(0, 8)}\n${PDF.slice(8).replace('=', '')}` },
        { type: 'base64', data: 'A' },
        { type: 'base64', data: '§§§§' },
        { type: 'base64', data: 7 },
        { type: 'url', url: 'https://example.com/a.png' },
        { type: 'url', url: 'nowhere' },
        { type: 'file', id: 'f' },
        'odd',
      ),
    },
    { requiredKeys: ['type', 'mediaType'] },
  ),
) as fc.Arbitrary<Attachment>;
/** Many files of one kind: APIs count them over a whole request. */
const album = fc.tuple(fc.constantFrom(png(1, 1), png(2_500, 100), PDF), fc.constantFrom(3, 6, 21)).map(([content, count]) =>
  Array.from({ length: count }, (_, at): Part => {
    const mediaType = content === PDF ? 'application/pdf' : 'image/png';
    return { type: 'attachment', mediaType, name: `${at}.x`, source: { type: 'base64', data: content } };
  }),
);
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
const call = remembering(fc.record({ type: fc.constant('tool-call' as const), id, name, input })) as fc.Arbitrary<ToolCall>;
const result = remembering(
  fc.record(
    {
      type: fc.constant('tool-result' as const),
      id,
      name,
      output: fc.oneof(words, fc.array(fc.oneof(text, file, opaque), { maxLength: 3 })),
      isError: fc.boolean(),
    },
    { requiredKeys: ['type', 'id', 'output'] },
  ),
) as fc.Arbitrary<ToolResult>;
/** Parts that a later version may write. */
const unknown = fc.constantFrom(
  { type: 'video', seconds: 3 },
  { type: 'tool-result', id: 'a', output: [{ type: 'video', seconds: 3 }] },
) as unknown as fc.Arbitrary<Part>;
const part = fc.oneof(text, text, call, result, thinking, file, opaque, unknown);
const usual: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ role: fc.constant('user' as const), parts: fc.array(fc.oneof(text, text, file), { maxLength: 2 }) }),
  fc.record({ role: fc.constant('assistant' as const), parts: fc.array(fc.oneof(text, call, thinking), { maxLength: 4 }) }),
  fc.record({ role: fc.constant('tool' as const), parts: fc.array(result, { maxLength: 3 }) }),
  fc.record({ role: fc.constantFrom('system' as const, 'summary' as const), parts: fc.array(text, { maxLength: 2 }) }),
  fc.record({
    role: fc.constantFrom('user' as const, 'assistant' as const, 'tool' as const, 'system' as const),
    parts: fc.array(part, { maxLength: 4 }),
  }),
);
/** Any message a store can hold, however odd. */
export const anyMessage: fc.Arbitrary<Message> = fc.oneof(
  { weight: 30, arbitrary: usual },
  { weight: 1, arbitrary: fc.record({ role: fc.constant('user' as const), parts: album }) },
);
/** What stands before a conversation. */
export const anyFrame = fc.constantFrom<Frame>(
  {},
  { system: ' ' },
  { system: 'Be brief.\ud800', tools: [{ name: 'read' }] },
  { tools: [{ name: 'read', description: ' ', parameters: {} }] },
  {
    tools: [
      {
        name: 'read',
        description: '\ud800',
        parameters: {
          type: 'object',
          properties: {
            '\ud800': { description: 'a\udc00', enum: ['\ud800'] },
            'filter[id]': {},
            filter_id_: {},
            $top: {},
            '': {},
            lines: { type: 'array' },
            more: { type: ['array', 'null'], items: [{ type: 'string' }] },
            deep: { type: 'object', properties: { odd: true, list: { anyOf: [{ type: 'array' }, 7] } } },
          },
          required: ['filter[id]', 'gone', 7],
          $defs: { all: { type: 'array', items: true } },
        },
      },
    ],
  },
  {
    tools: [
      {
        name: 'read',
        parameters: { anyOf: [{ type: 'object', properties: { path: { type: 'string' } } }], required: 7, enum: [{}], not: {} },
      },
    ],
  },
);
