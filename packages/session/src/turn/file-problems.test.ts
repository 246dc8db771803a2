import { expect, it } from 'vitest';
import { outcomeOf } from '../testing/bench.ts';
import { talkWith } from '../testing/talk-with.ts';

function png(width: number, height: number, more = 0) {
  const bytes = Buffer.alloc(33 + more);
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}
const file = (name: string, mediaType: string, bytes: Buffer) => ({
  name,
  mediaType,
  bytes: bytes.length,
  dataUrl: `data:${mediaType};base64,${bytes.toString('base64')}`,
});
const pdf = (pages: number, more = '') =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [ 3 0 R 4 0 R ] /Count ${pages} >>\nendobj\n3 0 obj\n<< /Type /Pages /Parent 2 0 R /Kids [ ] /Count 7 >>\nendobj\n${more}`,
  );
const book = (pages: number) => file('book.pdf', 'application/pdf', pdf(pages));
const picture = (name: string, width: number, height = 1, more = 0) => file(name, 'image/png', png(width, height, more));
const many = (count: number, of: (name: string) => ReturnType<typeof file>) =>
  Array.from({ length: count }, (_, at) => of(`${at}.png`));

type Case = readonly [provider: string, model: string, window: number, files: readonly ReturnType<typeof file>[], said: RegExp];
const REFUSED: readonly Case[] = [
  ['anthropic', 'claude-sonnet-4-5', 200_000, [book(101)], /book\.pdf .* has 101 pages\. This model takes at most 100;/],
  ['anthropic', 'claude-sonnet-5', 1_000_000, [book(601)], /601 pages\. This model takes at most 600;/],
  ['google', 'gemini-2.5-flash', 1_000_000, [book(1_001)], /1,001 pages/],
  [
    'anthropic',
    'claude-sonnet-4-5',
    200_000,
    [picture('a.png', 9_000)],
    /9,000 × 1 pixels\. This model takes at most 8,000 on a side/,
  ],
  [
    'anthropic',
    'claude-sonnet-4-5',
    200_000,
    [picture('a.png', 9, 9, 7_600_000)],
    /a\.png .* has 7\.6 MB\. This model takes files of at most 7\.5 MB/,
  ],
  ['anthropic', 'claude-sonnet-4-5', 200_000, many(101, (name) => picture(name, 9)), /101 images\. This model takes 100 at once/],
  ['anthropic', 'claude-sonnet-4-5', 200_000, many(21, (name) => picture(name, 2_001)), /More than 20 images .* 2,000 pixels/],
  ['bedrock', 'anthropic.claude', 200_000, many(6, () => book(1)), /6 documents\. This model takes 5 at once/],
  ['bedrock', 'anthropic.claude', 200_000, many(6, (name) => picture(name, 9, 9, 3_000_000)), /files have 18 MB in all/],
  ['azure', 'gpt-4o', 128_000, many(51, (name) => picture(name, 9)), /51 images\. This model takes 50/],
  [
    'openai',
    'gpt-4o',
    128_000,
    [file('a.png', 'image/png', Buffer.from('<html>'))],
    /a\.png \(image\/png\) is not what its type says/,
  ],
  ['openai', 'gpt-4o', 128_000, [file('a.pdf', 'application/pdf', Buffer.from('<html>'))], /is not what its type says/],
];

it.each(REFUSED)(
  '%s %s (%i) refuses what its API is known to refuse, when it is attached and before it is stored',
  async (...given) => {
    const [provider, model, contextWindow, attachments, said] = given;
    const { say, session, tenfold, upstream } = await talkWith(provider, model, {}, { wish: { contextWindow } });
    const weighed = await tenfold.contexts.weigh(session, attachments);
    expect(weighed.at(-1)?.refused).toMatch(said);
    expect(await say(session, 'Look.', { attachments })).toContainEqual(
      expect.objectContaining({ type: 'error', code: 'invalid-request', message: expect.stringMatching(said) }),
    );
    expect([(await tenfold.sessions.entries(session)).total, upstream.seen.length]).toEqual([0, 0]);
  },
);

const TAKEN: readonly (readonly [string, string, number, readonly ReturnType<typeof file>[]])[] = [
  ['anthropic', 'claude-sonnet-4-5', 200_000, [book(100), picture('a.png', 8_000)]],
  ['anthropic', 'claude-sonnet-5', 1_000_000, [book(600)]],
  ['anthropic', 'claude-sonnet-4-5', 200_000, many(20, (name) => picture(name, 2_001))],
  ['openai', 'gpt-4o', 128_000, [book(5_000), file('a.jpeg', 'image/jpeg', png(9, 9))]],
  // What is packed cannot be read, and is asked.
  [
    'anthropic',
    'claude-sonnet-4-5',
    200_000,
    [file('b.pdf', 'application/pdf', Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /ObjStm >>\n'))],
  ],
];

it.each(TAKEN)('%s %s (%i) is sent what it takes', async (provider, model, contextWindow, attachments) => {
  const { say, session, upstream, tenfold } = await talkWith(provider, model, {}, { wish: { contextWindow } });
  expect((await tenfold.contexts.weigh(session, attachments)).map(({ refused }) => refused)).toEqual(attachments.map(() => null));
  const events = await say(session, 'Look.', { attachments });
  expect([outcomeOf(events), events.some(({ type }) => type === 'warning')]).toEqual(['answered', false]);
  expect(upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
});
