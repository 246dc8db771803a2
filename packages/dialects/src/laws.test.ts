import { type Attachment, type Json, type JsonObject, type Message, type Part, resultText, type ToolCall } from '@tenfold/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isList, isObject, parseJson } from './json.ts';
import { dialectOf, dialects } from './registry.ts';

// Numbers every text, so that one can be found again on the wire whatever stands around it.
let serial = 0;
const hazard = fc.constantFrom(
  '',
  ' ',
  '\n',
  '\ud83d',
  '\udc00',
  '👩‍👩‍👧',
  'plain words',
  '[Compressed Message Summary]',
  '{"json": true}',
  'trailing  ',
);
const text = fc
  .tuple(hazard, fc.boolean(), hazard)
  .map(([before, numbered, after]) => `${before}${numbered ? `#${serial++}#` : ''}${after}`);
const id = fc.constantFrom(
  'a',
  'b',
  'c',
  'd',
  'toolu_01',
  'x y.z:1',
  '',
  '\ud800',
  '\ud801',
  'l'.repeat(70),
  `${'l'.repeat(69)}m`,
);
const toolName = fc.constantFrom('read', 'bash', '', 'bad name!', 'n'.repeat(250), '1st', '😀', '\ud800');
const input: fc.Arbitrary<Json> = fc.oneof(
  { weight: 6, arbitrary: fc.dictionary(fc.constantFrom('path', 'command', 'input', '7', 'é'), text) },
  { weight: 2, arbitrary: text },
  fc.jsonValue().map((value) => value as Json),
);
const sources: fc.Arbitrary<Json> = fc.constantFrom<Json>(
  { type: 'base64', data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==' },
  { type: 'url', url: 'https://example.com/a.png' },
  { type: 'file', id: 'file-1' },
  'odd',
);
const attachment: fc.Arbitrary<Attachment> = fc.record(
  {
    type: fc.constant('attachment' as const),
    mediaType: fc.constantFrom('image/png', 'application/pdf', 'audio/wav', 'text/plain', 'image/*'),
    name: fc.constantFrom('a.png', 'b'),
    source: sources,
  },
  { requiredKeys: ['type', 'mediaType'] },
);
const opaqueValue = fc.oneof(
  fc.constantFrom<Json>(
    { type: 'tool_use', id: 'a', name: 'x', input: {} },
    { type: 'tool_result', tool_use_id: 'a' },
    { type: 'tool-call', toolCallId: 'a', toolName: 'x', input: {} },
    { type: 'tool-result', toolCallId: 'a', toolName: 'x', output: { type: 'text', value: '' } },
    { type: 'tool_call', id: 'a', name: 'x', input: {} },
    { type: 'server_tool_use', id: 'srv', name: 'web_search', input: {} },
    { type: 'web_search_tool_result', tool_use_id: 'srv', content: [] },
    { type: 'thinking', thinking: 'x' },
    { type: 'refusal', refusal: 'no' },
    { type: 'text', text: '' },
    { type: 'image_url', image_url: { url: 'https://example.com' } },
    { type: 'function_call', call_id: 'a', name: 'x', arguments: '{}' },
    { type: 'function_call_output', call_id: 'a', output: '' },
    { type: 'reasoning', id: 'rs_1', summary: [] },
    { type: 'item_reference', id: 'rs_1' },
    { functionCall: { name: 'x', args: {} } },
    { functionResponse: { name: 'x', response: {} } },
    { text: '' },
  ),
  fc.jsonValue().map((value) => value as Json),
);
const opaque = fc.record({
  type: fc.constant('opaque' as const),
  dialect: fc.constantFrom(...dialects.map((dialect) => dialect.id), 'other'),
  value: opaqueValue,
});
const textPart = text.map((words): Part => ({ type: 'text', text: words }));
const call: fc.Arbitrary<ToolCall> = fc.record({ type: fc.constant('tool-call' as const), id, name: toolName, input });
const result: fc.Arbitrary<Part> = fc.record(
  {
    type: fc.constant('tool-result' as const),
    id,
    name: toolName,
    output: fc.oneof(
      { weight: 3, arbitrary: text },
      fc.array(
        fc.oneof(
          text.map((words) => ({ type: 'text' as const, text: words })),
          attachment,
          opaque,
        ),
        { maxLength: 3 },
      ),
    ),
    isError: fc.boolean(),
  },
  { requiredKeys: ['type', 'id', 'output'] },
);
const reasoning = text.map((words): Part => ({ type: 'reasoning', text: words }));
const part: fc.Arbitrary<Part> = fc.oneof(
  { weight: 3, arbitrary: textPart },
  { weight: 3, arbitrary: call },
  { weight: 3, arbitrary: result },
  reasoning,
  attachment,
  opaque,
);
const message: fc.Arbitrary<Message> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ role: fc.constant('user' as const), parts: fc.array(textPart, { maxLength: 2 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      role: fc.constant('assistant' as const),
      parts: fc.array(fc.oneof(textPart, call, reasoning), { maxLength: 4 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ role: fc.constant('tool' as const), parts: fc.array(result, { maxLength: 3 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ role: fc.constantFrom('system' as const, 'summary' as const), parts: textPart.map((only) => [only]) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      role: fc.constantFrom('user' as const, 'assistant' as const, 'tool' as const, 'system' as const),
      parts: fc.array(part, { maxLength: 4 }),
    }),
  },
);
const messages = fc.array(message, { maxLength: 12 });
const frame = fc.record(
  {
    system: text,
    tools: fc.array(
      fc.record(
        { name: toolName, description: text, parameters: fc.constant({ type: 'object', properties: {} }) },
        { requiredKeys: ['name'] },
      ),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: [] },
);

/** Every string on a wire, those inside JSON texts too. */
function strings(value: Json | undefined, found: string[] = []): string[] {
  if (typeof value === 'string') {
    found.push(value);
    for (const line of [value, ...(value.includes('\n') ? value.split('\n') : [])]) {
      const inner = /^[[{"]/.test(line) ? parseJson(line) : undefined;
      if (inner !== undefined) strings(inner, found);
    }
  } else if (isList(value)) for (const item of value) strings(item, found);
  else if (isObject(value)) for (const field of Object.values(value)) strings(field, found);
  return found;
}

function textsOf(list: readonly Message[]): string[] {
  return list.flatMap(({ parts }) =>
    parts.flatMap((piece) => {
      if (piece.type === 'text' || piece.type === 'reasoning') return [piece.text];
      if (piece.type === 'tool-result')
        return typeof piece.output === 'string'
          ? [piece.output]
          : piece.output.flatMap((inner) => (inner.type === 'text' ? [inner.text] : []));
      return piece.type === 'tool-call' ? strings(piece.input) : [];
    }),
  );
}

/** The wire with an unknown field on every message and part. */
function dressUp(value: Json, inside = false): Json {
  if (isList(value)) return value.map((item) => dressUp(item, inside));
  if (!isObject(value)) return value;
  const isDressed = inside && (typeof value.role === 'string' || typeof value.type === 'string');
  const fields = Object.entries(value).map(([key, field]) => {
    const enters = ['messages', 'content', 'contents', 'parts', 'input'].includes(key) && isList(field);
    return [key, enters ? dressUp(field, true) : field];
  });
  return { ...Object.fromEntries(fields), ...(isDressed ? { x_unknown: { kept: [1, null, 'é'] } } : {}) } as JsonObject;
}

/** The messages on a wire. */
function said(wire: Json): readonly Json[] {
  const { messages: list, contents, input: items } = wire as Record<string, readonly Json[]>;
  return list ?? contents ?? (isList(items) ? items : []);
}

/** Whether nothing said later can change what was said up to here: the model begins to answer somebody. */
function settled(last: Message | undefined, next: Message | undefined): boolean {
  const answers =
    next?.role === 'assistant' &&
    next.parts.length > 0 &&
    next.parts.every((piece) => piece.type === 'text' && piece.text.trim() !== '');
  return answers && last?.role === 'user' && last.parts.some((piece) => piece.type === 'text' && piece.text.trim() !== '');
}

/** Without what opens a mark: it is another bracket where a result that spells one stands among the user's words. */
function bracketless(text: string): string {
  return text.replace(/[<[(]/g, ' ');
}

const many = process.env.TENFOLD_DEEP === '1' ? 20 : 1;
const RUNS = { numRuns: 300 * many };

describe.each(dialects.map((dialect) => [dialect.id, dialect] as const))('%s', (_, dialect) => {
  it('encodes any messages, however broken, to a wire that validates', () => {
    fc.assert(
      fc.property(frame, messages, fc.constantFrom('system' as const, 'user' as const), (given, list, summaryRole) => {
        expect(dialect.validate(dialect.encode({ frame: given, messages: list }, { summaryRole }))).toEqual([]);
      }),
      { numRuns: 1000 * many },
    );
  });

  it('keeps every word of every part', () => {
    fc.assert(
      fc.property(messages, (list) => {
        const wire = strings(dialect.encode({ frame: {}, messages: list })).join('\n');
        for (const words of textsOf(list)) expect(bracketless(wire)).toContain(bracketless(words.toWellFormed().trim()));
      }),
      RUNS,
    );
  });

  it('gives back exactly the wire it decoded, unknown fields too', () => {
    fc.assert(
      fc.property(frame, messages, (given, list) => {
        const wire = dialect.encode({ frame: given, messages: list });
        expect(dialect.encode(dialect.decode(wire))).toEqual(wire);
        const dressed = dressUp(wire);
        if (dialect.validate(dressed).length === 0) expect(dialect.encode(dialect.decode(dressed))).toEqual(dressed);
      }),
      RUNS,
    );
  });

  it('decodes to the same words', () => {
    fc.assert(
      fc.property(messages, (list) => {
        const decoded = dialect.decode(dialect.encode({ frame: {}, messages: list }));
        const words = [
          decoded.frame.system ?? '',
          ...textsOf(decoded.messages),
          ...decoded.messages.flatMap(({ parts }) =>
            parts.map((piece) => (piece.type === 'tool-result' ? resultText(piece) : '')),
          ),
        ];
        const all = strings(words).join('\n');
        for (const said of textsOf(list)) expect(bracketless(all)).toContain(bracketless(said.toWellFormed().trim()));
      }),
      RUNS,
    );
  });

  it('keeps what was settled when the conversation goes on', () => {
    fc.assert(
      fc.property(messages, (list) => {
        const whole = said(dialect.encode({ frame: {}, messages: list }));
        for (let cut = 1; cut < list.length; cut += 1) {
          if (!settled(list[cut - 1], list[cut])) continue;
          const early = said(dialect.encode({ frame: {}, messages: list.slice(0, cut) }));
          expect(whole.slice(0, early.length)).toEqual(early);
        }
      }),
      RUNS,
    );
  });

  it('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          fc.array(opaqueValue),
          fc.record({ messages: fc.array(opaqueValue), contents: fc.array(opaqueValue), input: fc.array(opaqueValue) }),
          fc.array(
            fc.record(
              {
                role: fc.constantFrom('user', 'assistant', 'tool', 'system', 'model', 'function'),
                content: fc.oneof(opaqueValue, fc.array(opaqueValue)),
                parts: fc.array(opaqueValue),
                tool_calls: fc.array(opaqueValue),
              },
              { requiredKeys: ['role'] },
            ),
          ),
        ),
        (wire) => {
          dialect.detect(wire as Json);
          dialect.validate(wire as Json);
          const encoded = dialect.encode(dialect.decode(wire as Json));
          expect(dialect.validate(encoded)).toEqual([]);
        },
      ),
      { numRuns: 500 * many },
    );
  });
});

describe('gemini', () => {
  const sides = (wire: Json) => said(wire).map((content) => ((content as JsonObject).role === 'model' ? 'model' : 'user'));
  const gemini = dialectOf('gemini');

  it('makes no two contents of one side follow each other', () => {
    fc.assert(
      fc.property(messages, (list) => {
        const wire = sides(gemini.encode({ frame: {}, messages: list }));
        expect(wire.filter((side, at) => side === wire[at - 1])).toEqual([]);
      }),
      RUNS,
    );
  });

  it('leaves those apart that came so, and joins what a fold brought together', () => {
    const user = (text: string) => ({ role: 'user', parts: [{ text }] });
    const model = { role: 'model', parts: [{ text: 'x' }] };
    const wire: Json = { contents: [user('a'), user('b'), model, user('c'), model, user('d')] };
    const decoded = gemini.decode(wire);
    expect(gemini.encode(decoded)).toEqual(wire);
    const left = decoded.messages.filter(({ parts: [part] }) => part?.type !== 'text' || part.text !== 'x');
    expect(sides(gemini.encode({ ...decoded, messages: left }))).toEqual(['user', 'user']);
    const record: Message = { role: 'summary', parts: [{ type: 'text', text: 'record' }] };
    expect(sides(gemini.encode({ ...decoded, messages: [record, ...decoded.messages.slice(1, 3)] }))).toEqual([
      'user',
      'model',
      'user',
    ]);
  });
});
