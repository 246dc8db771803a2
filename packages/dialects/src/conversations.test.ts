import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Conversation } from './conversation.ts';
import { conversationReader, readConversations } from './conversations.ts';
import { finish } from './slices.ts';

const line = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.string(), fc.string()).map(([id, text]) => ({ id, messages: [{ role: 'user', content: text }] })),
  },
  { weight: 1, arbitrary: fc.constant({ stray: true }) },
);
const file = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: line.map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: fc.constant('{"torn') },
    ),
    {
      minLength: 3,
      maxLength: 12,
    },
  )
  .map((lines) => [JSON.stringify({ messages: [{ role: 'user', content: 'first' }] }), ...lines].join('\n'));

it('gives conversations of lines as they come, the same as all at once, with what was left out', () => {
  fc.assert(
    fc.property(file, fc.integer({ min: 1, max: 200 }), (text, size) => {
      const reader = conversationReader({ unreadable: 'skip', source: false });
      const early: Conversation[] = [];
      for (let at = 0; at < text.length; at += size) early.push(...finish(reader.push(text.slice(at, at + size))));
      const late = finish(reader.end());
      const [first, ...others] = readConversations(text, { unreadable: 'skip' });
      const { skippedLines = [], skippedCount = 0, ...whole } = first as Conversation;
      const bare = ({ source: _, ...conversation }: Conversation) => conversation;
      expect([...early, ...late]).toEqual([whole, ...others].map(bare));
      expect(reader.skipped).toMatchObject({ count: skippedCount, lines: skippedLines });
    }),
    { examples: [['{"messages":[{"role":"user","content":"first"}]}\n{"torn\n{"torn', 1]] },
  );
});

it('keeps none of a long file of conversations', () => {
  const reader = conversationReader({ unreadable: 'skip', source: false });
  const text = `${JSON.stringify({ messages: [{ role: 'user', content: 'x'.repeat(1_000) }] })}\n`;
  let seen = 0;
  for (let n = 0; n < 200; n++) seen += finish(reader.push(text)).length;
  expect(seen).toBeGreaterThanOrEqual(199);
  expect(seen + finish(reader.end()).length).toBe(200);
});

const said = fc.string({ minLength: 0, maxLength: 40 });
const chat = fc.array(
  fc.oneof(
    said.map((content) => [{ role: 'user', content }]),
    said.map((content) => [{ role: 'assistant', content }]),
    said.map((content) => [{ role: 'system', content }]),
    // Calls without ids, and of the old form, are named by their place.
    said.map((content) => [
      { role: 'assistant', tool_calls: [{ function: { name: 'look', arguments: { content } } }] },
      { role: 'tool', content },
    ]),
    said.map((content) => [
      { role: 'assistant', content: null, function_call: { name: 'look', arguments: '{}' } },
      { role: 'function', name: 'look', content },
    ]),
  ),
  { minLength: 4, maxLength: 30 },
);
const claude = fc.array(
  fc.oneof(
    said.map((text) => [{ role: 'user', content: [{ type: 'text', text }] }]),
    said.map((text) => [
      { role: 'assistant', content: [{ type: 'tool_use', id: text, name: 'look', input: { text } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: text, content: text }] },
    ]),
  ),
  { minLength: 4, maxLength: 30 },
);
const ours = fc.array(
  said.map((text) => [{ role: 'user', content: [{ type: 'text', text }] }]),
  { minLength: 4, maxLength: 30 },
);

/** A conversation in every way it may lie in a file: alone, as a list, on lines, with what is said of it before and behind. */
const talks = fc.oneof(chat, claude, ours).chain((turns) => {
  // Its format is told by how it begins.
  const messages = turns.toSorted((one, other) => other.length - one.length).flat();
  const times = messages.map((_, at) => Date.UTC(2025, 1, 1) + at);
  return fc.constantFrom(
    JSON.stringify({ title: 'Before', messages }),
    JSON.stringify({ messages, model: 'm', title: 'Behind' }, null, 2),
    `${JSON.stringify({ id: 'one', meta: { times }, system: null, messages })}\n${JSON.stringify({ id: 'two', messages })}\n`,
    JSON.stringify(messages),
    JSON.stringify(messages, null, 1),
    messages.map((message) => `${JSON.stringify(message)}\n`).join(''),
    JSON.stringify(Array.from({ length: 5 }, () => ({ messages }))),
  );
});

/** System text in several messages, longer together than what the first piece is made of. */
const manyInstructions = JSON.stringify({
  messages: [
    ...Array.from({ length: 9 }, (_, at) => ({ role: 'system', content: `Rule ${at}` })),
    { role: 'user', content: 'Hi' },
  ],
});

const timesOf = ({ times, messages }: Conversation) => times ?? messages.map(() => null);

/** No packing at all, to see that what is packed is what comes out. */
const packing = {
  pack: (text: string) => new TextEncoder().encode(text),
  unpack: (packed: Uint8Array) => new TextDecoder().decode(packed),
};

/** What came in pieces, put together again. */
function inPieces(
  text: string,
  size: number,
  piece: number,
): { readonly joined: readonly Conversation[]; readonly pieces: number } {
  const reader = conversationReader({ unreadable: 'skip', source: false, pieces: { atOnce: 100, head: 200, piece, packing } });
  const came: Conversation[] = [];
  for (let at = 0; at < text.length; at += size) came.push(...finish(reader.push(text.slice(at, at + size))));
  came.push(...finish(reader.end()));
  for (let more = finish(reader.more()); more.length > 0; more = finish(reader.more())) came.push(...more);
  const joined: Conversation[] = [];
  for (const { isMore, ...one } of came) {
    const last = joined.at(-1);
    const messages = [...(last?.messages ?? []), ...one.messages];
    const frame = { ...last?.frame, ...one.frame };
    if (isMore && last?.messages.length)
      joined[joined.length - 1] = { ...last, ...one, frame, messages, times: [...timesOf(last), ...timesOf(one)] };
    else joined.push(one);
  }
  return { joined, pieces: came.length };
}

it('gives a long conversation in pieces that come to the whole', () => {
  const told = (one: Conversation) => [one.id, one.title, one.model, one.frame, one.messages, timesOf(one)];
  fc.assert(
    fc.property(talks, fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 600 }), (text, size, piece) => {
      const { joined } = inPieces(text, size, piece);
      expect(joined.map(told)).toEqual(readConversations(text, { unreadable: 'skip' }).map(told));
    }),
    { numRuns: 300, examples: [[manyInstructions, 1, 1]] },
  );
});

const lines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const day = (at: number) => new Date(Date.UTC(2025, 1, 1) + at * 1000).toISOString();

/** Sessions of Claude Code: rows that go on from any row before them, aside, twice, in pieces of one answer, or behind a break. */
const sessions = fc
  .array(
    fc.record({
      back: fc.integer({ min: 1, max: 4 }),
      what: fc.constantFrom('user', 'answer', 'piece', 'call', 'result', 'aside', 'again', 'lost', 'other', 'title'),
      text: said,
    }),
    { minLength: 4, maxLength: 40 },
  )
  .map((steps) => {
    const rows: object[] = [];
    for (const [n, { back, what, text }] of steps.entries()) {
      const isAnswer = n > 0 && (what === 'answer' || what === 'piece' || what === 'call');
      const role = isAnswer ? 'assistant' : 'user';
      const parentUuid = n === 0 ? null : what === 'lost' ? 'never' : `u${Math.max(0, n - back)}`;
      const content =
        what === 'call'
          ? [{ type: 'tool_use', id: `t${n}`, name: 'look', input: { text } }]
          : what === 'result'
            ? [{ type: 'tool_result', tool_use_id: `t${n - 1}`, content: text }]
            : [{ type: 'text', text }];
      const answer = isAnswer
        ? { id: what === 'piece' ? `m${Math.max(0, n - 1)}` : `m${n}`, model: text.length > 30 ? 'm' : '<synthetic>' }
        : {};
      const row = {
        type: role,
        uuid: `u${n}`,
        parentUuid,
        sessionId: 's',
        cwd: `/w${n % 3}`,
        timestamp: day(n),
        message: { role, content, ...answer },
      };
      if (n > 0 && what === 'title') rows.push({ type: 'summary', summary: text });
      else if (n > 0 && what === 'other')
        rows.push({ type: 'system', uuid: `u${n}`, parentUuid: null, logicalParentUuid: parentUuid });
      else rows.push(what === 'aside' ? { ...row, isSidechain: true } : row);
      if (what === 'again') rows.push(rows[0] as object);
    }
    return lines(rows);
  });

/** Rollouts of Codex, of today and of early versions. */
const rollouts = fc
  .tuple(
    fc.boolean(),
    fc.array(fc.tuple(fc.constantFrom('user', 'assistant', 'developer', 'call', 'reasoning', 'ghost', 'compacted'), said), {
      minLength: 4,
      maxLength: 30,
    }),
  )
  .map(([isEarly, steps]) => {
    const items = steps.flatMap(([what, text], n): object[] => {
      if (what === 'call')
        return [
          { type: 'function_call', call_id: `c${n}`, name: 'look', arguments: '{}' },
          { type: 'function_call_output', call_id: `c${n}`, output: text },
        ];
      if (what === 'reasoning') return [{ type: 'reasoning', summary: [{ type: 'summary_text', text }] }];
      if (what === 'ghost' || what === 'compacted') return [{ type: what === 'ghost' ? 'ghost_snapshot' : what }];
      const type = what === 'assistant' ? 'output_text' : 'input_text';
      return [{ type: 'message', role: what, content: [{ type, text: `${n} ${text}` }] }];
    });
    const session = { id: 'r', timestamp: day(0), instructions: 'Be brief.', cwd: '/w', cli_version: '1' };
    if (isEarly)
      return lines([session, { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go on.' }] }, ...items]);
    const rows = items.map((item, n) => ({
      timestamp: day(n),
      type: 'type' in item && item.type === 'compacted' ? 'compacted' : 'response_item',
      payload: item,
    }));
    return lines([{ type: 'session_meta', payload: session }, { type: 'turn_context', payload: { model: 'm' } }, ...rows]);
  });

it("gives a program's own long transcript in pieces that come to the whole", () => {
  let most = 0;
  const told = (one: Conversation) => [one.id, one.title, one.model, one.messages, timesOf(one), one.line];
  fc.assert(
    fc.property(
      fc.oneof(sessions, rollouts),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 600 }),
      (text, size, piece) => {
        const { joined, pieces } = inPieces(text, size, piece);
        const whole = readConversations(text, { unreadable: 'skip' });
        expect(joined.map(told)).toEqual(whole.map(told));
        most = Math.max(most, pieces);
        // A single piece says all that the whole does.
        if (pieces === 1) expect(joined).toEqual(whole);
      },
    ),
    { numRuns: 300 },
  );
  expect(most).toBeGreaterThan(5);
});
