import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { answerOf, bench } from '../testing/bench.ts';

const ALL_PROVIDERS = [
  ['anthropic', 'claude-sonnet-4-5'],
  ['openai-compatible', 'llama3'],
  ['openai', 'gpt-4o'],
  ['google', 'gemini-2.5-flash'],
] as const;
const PROVIDERS = process.env.TENFOLD_DEEP === '1' ? ALL_PROVIDERS : ALL_PROVIDERS.slice(0, 2);

const events = (...all: object[]) => all.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');

/** The first words of an answer, in each API. */
const FIRST_WORDS: Readonly<Record<(typeof ALL_PROVIDERS)[number][0], string>> = {
  anthropic: events(
    {
      type: 'message_start',
      message: {
        id: 'm',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'one two' } },
  ),
  'openai-compatible': events({ id: 'c', created: 1, model: 'm', choices: [{ index: 0, delta: { content: 'one two' } }] }),
  openai: events(
    { type: 'response.created', response: { id: 'r', created_at: 1, model: 'm' } },
    { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'm' } },
    { type: 'response.output_text.delta', item_id: 'm', output_index: 0, content_index: 0, delta: 'one two' },
  ),
  google: events({ candidates: [{ content: { role: 'model', parts: [{ text: 'one two' }] } }] }),
};

const MISUNDERSTOOD = /^What the model's API sent cannot be understood\. If that happens again, check/;
const BROKEN = /^The connection to the model broke\.$/;

/** What may follow the first words, and what is said of it. */
const ODD: readonly (readonly [what: string, sent: string, said: RegExp])[] = [
  [
    'an event of no known form',
    events({ type: 'content_block_delta', index: 'x', candidates: 5, choices: 'no', delta: 7 }),
    MISUNDERSTOOD,
  ],
  ['a number', 'data: 17\n\n', MISUNDERSTOOD],
  ['half an event', 'data: {"type":"resp\n\n', MISUNDERSTOOD],
  [
    'a proxy’s error',
    events({ error: 'the worker went away' }),
    /^The model's API ended the answer with an error\. It says: the worker/,
  ],
  ['the end of the connection', '', BROKEN],
];

it.each(PROVIDERS)(
  'what %s sends in the middle of an answer is told in plain words',
  { timeout: 60_000 },
  async (provider, model) => {
    let sent = '';
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        if (request.method === 'GET') return void response.writeHead(404).end();
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        if (sent === '') response.write(FIRST_WORDS[provider], () => response.socket?.resetAndDestroy());
        else response.end(FIRST_WORDS[provider] + sent);
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const { tenfold, say } = await bench();
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { id: profileId } = await tenfold.profiles.add({ name: 'Odd', provider, model, key: 'key-0123456789', baseUrl });
    for (const [what, odd, said] of ODD.filter(([name]) => provider !== 'openai' || !/form/.test(name))) {
      sent = odd;
      const { id } = await tenfold.sessions.create({ profileId });
      const told = await say(id, `Count, please: ${what}.`);
      expect(told.find(({ type }) => type === 'error')).toMatchObject({ message: expect.stringMatching(said) });
      if (what !== 'the end of the connection') expect(answerOf(told)).toBe('one two');
    }
    // Where an answer in one piece was asked for.
    expect((await tenfold.profiles.test(profileId)).message).toMatch(BROKEN);
    sent = 'data: 17\n\n';
    expect((await tenfold.profiles.test(profileId)).message).toMatch(MISUNDERSTOOD);
  },
);
