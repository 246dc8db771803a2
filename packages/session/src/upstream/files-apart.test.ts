import type { Message, Part } from '@tenfold/core';
import { streamText } from 'ai';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { talkWith } from '../testing/talk-with.ts';
import { PROVIDERS, type Provider } from './endpoint.ts';
import { filledBody, withFiles } from './files-apart.ts';
import { promptFor } from './prompt.ts';
import { upstreamFor } from './upstream.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB';
/** One pixel each: what follows is not read as their size. */
const WEBP = 'UklGRhwAAABXRUJQVlA4WAoAAAAAAAAAAAAAAAAA';
const HEADS = [PNG, '/9j/4AAQSkZJRgABAQ', WEBP, 'R0lGODlhAQABAIAA'];
/** Long files as they may be stored: base64, sometimes in a spelling that has to be mended. */
const anyFile = fc
  .tuple(fc.constantFrom(...HEADS), fc.integer({ min: 17_000, max: 100_000 }), fc.constantFrom('', '==', '\n'))
  .map(([head, fours, odd]) => `${head}${'QUJD'.repeat(fours)}${odd}`);
const picture = (data: string, name: string) =>
  ({ type: 'attachment', mediaType: 'image/png', name, source: { type: 'base64', data } }) as const;

function conversation(first: string, second: string, said: string): readonly Message[] {
  return [
    { role: 'user', parts: [{ type: 'text', text: said }, picture(first, 'a.png'), picture(second, 'b.png')] },
    { role: 'assistant', parts: [{ type: 'tool-call', id: 'c1', name: 'look', input: {} }] },
    { role: 'tool', parts: [{ type: 'tool-result', id: 'c1', name: 'look', output: [picture(first, 'c.png')] }] },
    { role: 'user', parts: [{ type: 'text', text: 'And?' }] },
  ];
}

/** What goes out for a conversation, with its length where that is stated, and how many files were set apart. */
async function sent(provider: Provider, messages: readonly Message[], signed: boolean) {
  let out = { text: '', stated: null as string | null };
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    out = { text: await request.text(), stated: request.headers.get('content-length') };
    throw new Error('sent');
  };
  const options = { resourceName: 'r', region: 'eu-north-1', project: 'p', location: 'l' };
  const baseUrl = provider === 'openai-compatible' || provider === 'vertex' ? { baseUrl: 'http://127.0.0.1:9/v1' } : {};
  const model = await upstreamFor({ provider, model: 'claude-sonnet-4-5', key: 'k', options, ...baseUrl }, send);
  const { prompt, files } = promptFor(messages, {}, { provider, summaryRole: 'user', cache: true, signed });
  await withFiles(files, () =>
    Promise.resolve(streamText({ model, ...prompt, maxRetries: 0, onError: () => {} }).consumeStream({ onError: () => {} })),
  );
  return { ...out, apart: files.size };
}

it.each(PROVIDERS)('%s gets long files byte for byte as if its library had written them', async (provider) => {
  await fc.assert(
    fc.asyncProperty(anyFile, anyFile, fc.string(), async (first, second, said) => {
      const messages = conversation(first, second, `${said}.`);
      const [apart, whole] = [await sent(provider, messages, false), await sent(provider, messages, true)];
      expect(whole.text.length).toBeGreaterThan(first.length + second.length);
      expect(apart.text === whole.text).toBe(true);
      expect(apart.stated).toBe(String(Buffer.byteLength(whole.text)));
      expect([apart.apart > 1, whole.apart]).toEqual([true, 0]);
    }),
    { numRuns: 2, endOnFailure: true },
  );
});

it('leaves alone what only looks like the name of a file, and forgets files behind the call', async () => {
  const { prompt, files } = promptFor(
    [{ role: 'user', parts: [picture(`${PNG}${'QUJD'.repeat(20_000)}`, 'a.png')] }],
    {},
    { provider: 'openai', summaryRole: 'user', cache: false },
  );
  const body = JSON.stringify(prompt.messages);
  expect(body.length).toBeLessThan(1_000);
  const spelled = `"TenfoldFile${'0'.repeat(32)}"`;
  await withFiles(files, async () => {
    expect(await filledBody(spelled)).toBeNull();
    expect(Buffer.concat([...((await filledBody(`[${spelled},${body}]`)) ?? [])]).toString()).toContain(spelled);
  });
  expect(await filledBody(body)).toBeNull();
});

it.each([
  ['anthropic', 'claude-sonnet-4-5'],
  ['openai-compatible', 'llava'],
])('%s is sent a long picture, with the next message and after a failed try too', async (provider, model) => {
  const data = `${PNG}${Buffer.alloc(500_000, 'a picture').toString('base64')}`;
  const { upstream, session, say } = await talkWith(provider, model);
  upstream.faults.push('reset');
  const attachments = [{ name: 'long.png', mediaType: 'image/png', bytes: 500_024, dataUrl: `data:image/png;base64,${data}` }];
  await say(session, 'Look', { attachments });
  await say(session, 'And?');
  expect(upstream.seen).toHaveLength(3);
  for (const { refused, messages, headers, body } of upstream.seen) {
    expect(refused).toEqual([]);
    expect(headers['content-length']).toBe(String(Buffer.byteLength(JSON.stringify(body))));
    expect(messages[0]?.parts[1]).toMatchObject({ type: 'attachment', source: { type: 'base64', data } });
  }
});

it('each file that a model is not sent is told of, and none twice', async () => {
  const { session, say, tenfold } = await talkWith('anthropic', 'claude-sonnet-4-5');
  const noPicture = picture('/wAB', 'a.png');
  const toldOf = async (parts: readonly Part[]) => {
    if (parts.length > 0) await tenfold.sessions.append(session, { messages: [{ role: 'user', parts }] });
    const events = await say(session, 'Look');
    return events.flatMap((event) => (event.type === 'warning' && event.code === 'mended' ? [event.message] : []));
  };
  expect(await toldOf([noPicture])).toEqual([expect.stringContaining('1 file sent by name only')]);
  expect(await toldOf([])).toEqual([]);
  expect(await toldOf([noPicture, noPicture])).toEqual([expect.stringContaining('3 files sent by name only')]);
});
