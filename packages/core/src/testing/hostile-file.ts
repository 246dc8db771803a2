import type { Json, JsonObject } from '../message.ts';
import type { Random } from './random.ts';

const lines = (values: readonly Json[]) => values.map((value) => JSON.stringify(value)).join('\n');
const row = (type: string, uuid: string, parentUuid: string | null, content: Json): JsonObject => ({
  type,
  uuid,
  parentUuid,
  sessionId: 's1',
  message: { role: type, content },
});

/** Files as programs write them, one of each kind. */
const FILES: readonly (readonly Json[])[] = [
  [
    {
      model: 'gpt-4o',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'text' },
      ],
    },
  ],
  [
    {
      system: 'Be brief.',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Hi' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm', signature: 's' },
            { type: 'tool_use', id: 't1', name: 'Read', input: {} },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'x' }] }] },
      ],
    },
  ],
  [
    {
      contents: [
        { role: 'user', parts: [{ text: 'Hi' }] },
        { role: 'model', parts: [{ functionCall: { name: 'read', args: {} } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'read', response: { a: 1 } } }] },
      ],
    },
  ],
  [
    {
      model: 'gpt-5',
      input: [
        { role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
        { type: 'reasoning', id: 'rs_1', summary: [] },
        { type: 'function_call', call_id: 'c', name: 'read', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c', output: 'x' },
      ],
    },
  ],
  [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
    { role: 'user', content: 'Again' },
  ],
  [
    row('user', 'u1', null, 'mend it'),
    row('assistant', 'a1', 'u1', [{ type: 'text', text: 'I read' }]),
    row('assistant', 'a2', 'a1', [{ type: 'tool_use', id: 't1', name: 'Read', input: {} }]),
    row('user', 'u2', 'a2', [{ type: 'tool_result', tool_use_id: 't1', content: 'x' }]),
  ],
  [
    { timestamp: '2026-01-01T00:00:00Z', type: 'session_meta', payload: { id: 'x', cwd: '/w' } },
    {
      timestamp: '2026-01-01T00:00:01Z',
      type: 'response_item',
      payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
    },
    {
      timestamp: '2026-01-01T00:00:02Z',
      type: 'response_item',
      payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes' }] },
    },
  ],
  [
    [
      {
        title: 'T',
        create_time: 1,
        current_node: 'b',
        mapping: {
          a: {
            id: 'a',
            parent: null,
            children: ['b'],
            message: { author: { role: 'user' }, content: { content_type: 'text', parts: ['Hi'] } },
          },
          b: {
            id: 'b',
            parent: 'a',
            children: [],
            message: { author: { role: 'assistant' }, content: { content_type: 'text', parts: ['Yes'] } },
          },
        },
      },
    ],
  ],
  [
    {
      info: { id: 'ses_1', title: 'T' },
      messages: [
        { info: { role: 'user' }, parts: [{ type: 'text', text: 'Hi' }] },
        {
          info: { role: 'assistant' },
          parts: [{ type: 'tool', callID: 'c', tool: 'read', state: { status: 'completed', input: {}, output: 'x' } }],
        },
      ],
    },
  ],
  [
    {
      conversations: [
        { from: 'human', value: 'Hi' },
        { from: 'gpt', value: 'Yes' },
      ],
    },
  ],
  [
    {
      messages: [
        { id: 'm', role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
        {
          id: 'n',
          role: 'assistant',
          parts: [{ type: 'tool-read', toolCallId: 'c', state: 'output-available', input: {}, output: 'x' }],
        },
      ],
    },
  ],
];

const ODD: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  ' ',
  'a\0b',
  '\ud800',
  '\u202e',
  '__proto__',
  'constructor',
  'x'.repeat(70_000),
  [],
  {},
  [[]],
  [null],
  { type: 'text' },
  { role: 'constructor', content: 7 },
];
const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'parent',
  'parentUuid',
  'uuid',
  'role',
  'content',
  'parts',
  'messages',
  'mapping',
  'children',
  'type',
  '',
];

const copied = (values: readonly Json[]) => JSON.parse(JSON.stringify(values)) as Json[];

/** A file that somebody made to do harm: one of a real kind, changed in its values, its names, its text or its size. */
export function hostileFile(random: Random): string {
  let values = copied(random.pick(FILES));
  for (let times = random.between(0, 4); times > 0; times--) values = values.map((value) => changed(random, value)) as Json[];
  if (random.chance(0.2)) values = Array.from({ length: random.between(2, 40) }, () => random.pick(values)) as Json[];
  if (random.chance(0.1)) values = [...values, ...copied(random.pick(FILES))];
  const text =
    values.length === 1 && random.chance(0.7) ? JSON.stringify(values[0], null, random.chance(0.3) ? 2 : 0) : lines(values);
  return spoiled(random, text);
}

/** A value with one place of it changed. */
function changed(random: Random, value: Json): Json {
  if (random.chance(0.15) || typeof value !== 'object' || value === null) return random.chance(0.5) ? random.pick(ODD) : value;
  if (Array.isArray(value)) {
    const list = [...value] as Json[];
    const at = random.between(0, Math.max(0, list.length - 1));
    if (list.length > 0) list[at] = changed(random, list[at] as Json);
    return random.chance(0.1) ? [...list, ...list] : list;
  }
  const entries = Object.entries(value);
  const at = random.between(0, Math.max(0, entries.length - 1));
  const next = entries.map(([name, inner], index): [string, Json] =>
    index === at ? [random.chance(0.15) ? random.pick(NAMES) : name, changed(random, inner as Json)] : [name, inner as Json],
  );
  return Object.fromEntries(random.chance(0.1) ? next.filter((_, index) => index !== at) : next);
}

function spoiled(random: Random, text: string): string {
  const at = random.between(0, text.length);
  switch (random.between(0, 11)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + random.pick(['\0', '}', ']', '"', '\\', '\ud800', ',,', '\u2028', '{"a":']) + text.slice(at);
    case 2:
      return `\ufeff${text}`;
    case 3:
      return text.replaceAll('\n', random.pick(['\r\n', '\r', '\n\n\n']));
    case 4:
      return text.replace(/"(\w+)":/, '"__proto__":{"x":1},"$1":');
    case 5:
      return '['.repeat(random.between(1, 50_000)) + text;
    case 6:
      return `${text}\n${'{"a":'.repeat(random.between(1, 20_000))}`;
    case 7:
      return `${text}\n${random.pick(['{}', 'null', '[]', 'a', '""', '{"role":"user"}', '1e999']).concat('\n').repeat(random.between(1, 3_000))}`;
    default:
      return text;
  }
}
