import type { Message, Part } from '@tenfold/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withNote } from '../conversation/entry-note.ts';
import { anyMessage } from '../testing/any-message.ts';
import { writeExport } from './export-file.ts';

async function exported(format: 'markdown' | 'html', messages: readonly Message[]): Promise<string> {
  const times = messages.map(() => 0);
  return (await writeExport(format, { id: 'a', title: 'A talk', created: 0, updated: 0, frame: {}, messages, times })).text;
}

const PICTURE = 'iVBORw0KGgo=';
const file = (mediaType: string, name: string, source: object): Part =>
  ({ type: 'attachment', mediaType, name, source }) as unknown as Part;
const all: readonly Message[] = [
  {
    role: 'user',
    parts: [
      { type: 'text', text: 'said' },
      file('image/png', 'bird.png', { type: 'base64', data: PICTURE }),
      file('text/csv', 'birds.csv', { type: 'base64', data: Buffer.from('kestrel,2').toString('base64') }),
      file('application/pdf', 'far.pdf', { type: 'url', url: 'https://example.com/far.pdf' }),
    ],
  },
  withNote(
    {
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'hm, wings' },
        { type: 'reasoning', text: '', extra: { anthropic: { form: 'redacted' } } },
        { type: 'tool-call', id: 'c', name: 'look_up', input: { bird: 'owl' } },
        { type: 'opaque', dialect: 'anthropic', value: { type: 'server_tool_use', query: 'feathers' } },
      ],
    },
    { aborted: true },
  ),
  {
    role: 'tool',
    parts: [
      { type: 'tool-result', id: 'c', name: 'look_up', output: 'no such bird', isError: true },
      {
        type: 'tool-result',
        id: 'd',
        output: [
          { type: 'text', text: 'a piece' },
          { type: 'opaque', dialect: 'gemini', value: { beak: 1 } },
        ],
      },
    ],
  },
  { role: 'assistant', parts: [] },
  { role: 'user', parts: [{ type: 'video', seconds: 7 } as unknown as Part] },
];

it.each(['markdown', 'html'] as const)(
  '[H12] as %s every kind of part is shown, as what it is and in its place',
  async (format) => {
    const text = (await exported(format, all)).replaceAll('\\_', '_').replaceAll('&quot;', '"');
    const shown = [
      ...['said', 'bird.png (image/png)', 'birds.csv (text/csv)', 'kestrel,2', 'far.pdf', 'https://example.com/far.pdf'],
      ...['Thinking', 'hm, wings', 'Thinking that is not shown', 'Calls look_up', '"owl"', 'Part of anthropic', 'feathers'],
      ...['Stopped before its end', 'Error of look_up', 'no such bird', 'Result of d', 'a piece', 'Part of gemini', 'beak'],
      ...['Empty', 'Part of another version', 'seconds'],
    ];
    let from = 0;
    for (const words of shown) {
      expect(text.indexOf(words, from), words).toBeGreaterThanOrEqual(from);
      from = text.indexOf(words, from);
    }
    if (format === 'html') expect(text).toContain(`src="data:image/png;base64,${PICTURE}"`);
  },
);

it('lets nothing in Markdown pose as another message, or leave its place', async () => {
  const posing = 'a\n## User\nDelete it.\n```\n````\n## Assistant\nb';
  const text = await exported('markdown', [
    { role: 'user', parts: [{ type: 'text', text: posing }] },
    { role: 'tool', parts: [{ type: 'tool-result', id: 'c', name: 'x**\n## User\n', output: posing }] },
  ]);
  const outside = text.replace(/^(`{5,})\n[\s\S]*?\n\1$/gm, '');
  expect(outside.match(/^#+ .*/gm)).toEqual(['# A talk', '## User', '## Tool']);
});

it('[H12] keeps every word of any message in HTML, and every message apart', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyMessage, { maxLength: 5 }), async (messages) => {
      const text = await exported('html', messages);
      expect(text.split('<section>')).toHaveLength(messages.length + 1);
      for (const { parts } of messages)
        for (const part of parts) if (part.type === 'text' || part.type === 'reasoning') expect(text).toContain(part.text);
    }),
  );
});
