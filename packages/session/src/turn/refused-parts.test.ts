import type { JsonObject, Message, Part } from '@tenfold/core';
import { expect, it } from 'vitest';
import { outcomeOf } from '../testing/bench.ts';
import { talkWith } from '../testing/talk-with.ts';

const file = (name: string, mediaType: string, data: string): Part => ({
  type: 'attachment',
  mediaType,
  name,
  source: { type: 'base64', data },
});
const PDF = file('book.pdf', 'application/pdf', 'JVBERi0xLjQK');
const PICTURE = file('cat.png', 'image/png', 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAAAAAAAA');
const user = (...parts: readonly Part[]): Message => ({ role: 'user', parts });
const thought = (provider: string, options: JsonObject): Message => ({
  role: 'assistant',
  parts: [
    { type: 'reasoning', text: 'Hm.', extra: { 'ai-sdk': { fields: { providerOptions: { [provider]: options } } } } },
    { type: 'text', text: 'Yes.', extra: { 'ai-sdk': { fields: { providerOptions: { [provider]: options } } } } },
  ],
});
const isTold = (event: { type: string; code?: string }) => event.type === 'warning' && event.code === 'mended';

it.each([
  [
    'openai',
    'gpt-5',
    { reasoningEncryptedContent: 'gAAA', itemId: 'rs_1' },
    'The encrypted content gAAA...D== could not be verified. Reason: Encrypted content organization_id did not match the target organization.',
  ],
  [
    'openai',
    'gpt-4o',
    { reasoningEncryptedContent: 'gAAA', itemId: 'rs_1' },
    'Reasoning input items can only be provided to a reasoning or computer use model. Remove reasoning items from your input and try again.',
  ],
  [
    'openai',
    'gpt-5.1',
    { reasoningEncryptedContent: 'gAAA', itemId: 'rs_1' },
    'Duplicate item found with id rs_1. Remove duplicate items from your input and try again.',
  ],
  ['anthropic', 'claude-sonnet-4-5', { signature: 'c2ln' }, 'messages.1.content.0: Invalid `signature` in `thinking` block'],
  ['google', 'gemini-2.5-pro', { thoughtSignature: 'c2ln' }, 'Corrupted thought signature.'],
])(
  '[H2] %s %s, which refuses what was thought earlier, is asked without it from then on',
  async (provider, model, options, said) => {
    const { say, session, upstream, store } = await talkWith(provider, model);
    const entries = [user({ type: 'text', text: 'Is it?' }), thought(provider, options)].map((message) => ({ message }));
    await store.entries.append({ session, entries, at: 1 });
    upstream.faults.push({ status: 400, message: said });
    const events = await say(session, 'Why?');
    expect([outcomeOf(events), events.filter(isTold).length, upstream.seen.length]).toEqual(['answered', 1, 2]);
    const [value] = Object.values(options);
    expect(JSON.stringify(upstream.seen.map(({ body }) => body)).split(`"${value}"`).length).toBe(provider === 'google' ? 3 : 2);
    expect(JSON.stringify(upstream.seen[1]?.body)).toContain('Yes.');
    await say(session, 'And now?');
    expect(upstream.seen).toHaveLength(3);
    expect(JSON.stringify(upstream.seen[2]?.body)).not.toContain(`"${value}"`);
  },
);

it('[H2] a file that is refused is sent by its name, and a conversation goes on', async () => {
  const { say, session, upstream, store } = await talkWith('anthropic', 'claude-sonnet-4-5');
  const old = [user(PICTURE), { role: 'assistant', parts: [{ type: 'text', text: 'A cat.' }] } as Message];
  await store.entries.append({ session, entries: old.map((message) => ({ message })), at: 1 });
  upstream.faults.push({
    status: 400,
    message: 'messages.2.content.0.pdf.source.base64.data: A maximum of 100 PDF pages may be provided.',
  });
  const attachments = [{ name: 'book.pdf', mediaType: 'application/pdf', dataUrl: 'data:application/pdf;base64,JVBERi0xLjQK' }];
  const events = await say(session, 'And this?', { attachments } as never);
  expect([outcomeOf(events), events.filter(isTold).length, upstream.seen.length]).toEqual(['answered', 1, 2]);
  const kinds = () => JSON.stringify(upstream.seen.at(-1)?.body).match(/"type":"(?:image|document)"/g);
  expect(kinds()).toEqual(['"type":"image"']);
  await say(session, 'Go on.');
  expect([upstream.seen.length, kinds()]).toEqual([3, ['"type":"image"']]);
});

it('[H2] where an older file is refused, none is sent, and new ones are', async () => {
  const { say, session, upstream, store } = await talkWith('openai', 'gpt-4o');
  const old = [user(PDF), { role: 'assistant', parts: [{ type: 'text', text: 'A book.' }] } as Message];
  await store.entries.append({ session, entries: old.map((message) => ({ message })), at: 1 });
  const refused = { status: 400, message: 'The file could not be processed: the document is password protected.' };
  upstream.faults.push(refused);
  expect(outcomeOf(await say(session, 'What is in it?'))).toBe('answered');
  expect(upstream.seen).toHaveLength(2);
  expect(JSON.stringify(upstream.seen[1]?.body)).toContain('[Attachment book.pdf, application/pdf]');
  const dataUrl = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAAAAAAAA';
  await say(session, 'And this?', { attachments: [{ name: 'cat.png', mediaType: 'image/png', dataUrl }] } as never);
  expect(upstream.seen).toHaveLength(3);
  expect(JSON.stringify(upstream.seen[2]?.body)).toContain('input_image');
});

it('a refusal that leaves nothing to leave out is told as it is', async () => {
  const { say, session, upstream } = await talkWith('openai', 'gpt-4o');
  upstream.faults.push({ status: 400, message: 'The image is too large, and so is the thinking budget.' });
  expect(outcomeOf(await say(session, 'Hello?'))).toBe('failed');
  expect(upstream.seen).toHaveLength(1);
});
