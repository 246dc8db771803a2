import { counterFor, type Json, type Message, type Part, render } from '@tenfold/core';
import { sendable } from '@tenfold/dialects';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { talkWith } from '../testing/talk-with.ts';
import { PROVIDERS, type Provider } from '../upstream/endpoint.ts';
import { sendRules } from '../upstream/send-rules.ts';
import { openedOf } from './load-session.ts';

/** What a PNG of a size begins with, and letters behind it. */
function png(width: number, height: number, more = 0): string {
  const bytes = Buffer.alloc(33);
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString('base64') + 'A'.repeat(more * 4);
}

const picture = (name: string, data: string, said: { width: number; height: number } | null, mediaType = 'image/png'): Part => ({
  type: 'attachment',
  mediaType,
  name,
  ...(said === null ? {} : { image: said }),
  source: { type: 'base64', data } as Json,
});

const aPicture = fc
  .record({
    side: fc.constantFrom(10, 900, 2_500, 9_000),
    said: fc.constantFrom(null, { width: 5_000, height: 5_000 }),
    mediaType: fc.constantFrom('image/png', 'image/png', 'image/heic', 'image/tiff', 'application/pdf'),
    more: fc.constantFrom(0, 0, 0, 1_500_000),
    isDamaged: fc.boolean(),
    where: fc.constantFrom('user', 'user', 'assistant', 'tool'),
  })
  .map(({ side, said, mediaType, more, isDamaged, where }): Message[] => {
    const part = picture('p', isDamaged && side === 10 ? 'PGh0bWw+' : png(side, side, side === 10 ? more : 0), said, mediaType);
    if (where === 'user') return [{ role: 'user', parts: [part] }];
    if (where === 'assistant') return [{ role: 'assistant', parts: [part] }];
    const call: Part = { type: 'tool-call', id: 'c', name: 'look', input: {} };
    const result = { type: 'tool-result', id: 'c', output: [part] } as Part;
    return [
      { role: 'assistant', parts: [call] },
      { role: 'tool', parts: [result] },
    ];
  });

it('what is measured of files is what is sent of them, whatever they are and whoever is asked', () => {
  const pixels = (messages: readonly Message[]) =>
    messages
      .flatMap(({ parts }) =>
        parts.flatMap((part): readonly Part[] =>
          part.type === 'tool-result' && typeof part.output !== 'string' ? part.output : [part],
        ),
      )
      .filter((part) => part.type === 'attachment');
  fc.assert(
    fc.property(fc.array(aPicture, { maxLength: 30 }), fc.constantFrom(...PROVIDERS), (drawn, provider: Provider) => {
      const messages = [...drawn.flat(), { role: 'user', parts: [{ type: 'text', text: 'Well?' }] } as Message];
      const context = {
        session: 's',
        head: { position: null, folds: [], protected: [], settings: {} },
        version: 1,
        length: messages.length,
        entries: messages.map((message, position) => ({
          position,
          entry: { id: `e${position}`, message },
          countedTokens: null,
        })),
        folds: [],
        resting: [],
        setAside: [],
        damages: [],
        covered: [],
        ends: [],
      };
      const { view } = openedOf(context, 'main', {}, provider);
      const sent = sendable(messages, sendRules(provider, 'user')).messages;
      const weighed = pixels(render(view)).filter((file) => file.image !== undefined);
      const hasSize = ({ image, source }: Part & { type: 'attachment' }) =>
        image !== undefined || JSON.stringify(source).includes('iVBOR');
      const outgoing = pixels(sent).filter((file) => file.mediaType.startsWith('image/') && hasSize(file));
      expect(weighed.length).toBe(outgoing.length);
      // By what is in it, not by what is said of it.
      for (const { mediaType, image } of weighed) if (mediaType === 'image/png') expect(image?.width).not.toBe(5_000);
    }),
    { numRuns: process.env.TENFOLD_DEEP === '1' ? 2_000 : 150 },
  );
});

it('a conversation weighs anew for another provider, and no picture that goes by its name fills the gauge', async () => {
  const { tenfold, session, profile } = await talkWith('bedrock', 'anthropic.claude-sonnet-4-5');
  const parts = Array.from({ length: 25 }, (_, at) => picture(`${at}.png`, png(1_000, 1_000), { width: 1_000, height: 1_000 }));
  await tenfold.sessions.append(session, { messages: [{ role: 'user', parts }] });
  const weight = async () => (await tenfold.contexts.status(session)).breakdown.attachments;
  const count = counterFor('bedrock:anthropic.claude-sonnet-4-5');
  const one = (part: Part) => count.message({ role: 'user', parts: [part] }) - count.message({ role: 'user', parts: [] });
  const { image: _, ...named } = parts[0] as Part & { image: unknown };
  const expected = 20 * one(parts[0] as Part) + 5 * one(named as Part);
  expect(Math.abs((await weight()) - expected)).toBeLessThan(60);
  const { sessions } = await tenfold.sessions.list({ status: true });
  expect(sessions[0]?.status?.used ?? (await tenfold.contexts.status(session)).used).toBe(
    (await tenfold.contexts.status(session)).used,
  );
  const before = await weight();
  await tenfold.profiles.update(profile, { provider: 'openai-compatible', model: 'llama3' });
  expect(await weight()).not.toBe(before);
});
