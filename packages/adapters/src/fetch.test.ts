import { describe, expect, it } from 'vitest';
import { tenfoldFetch } from './fetch.ts';
import { resultOf } from './testing/tool-run.ts';

type Body = { messages: { role: string; content: unknown }[] };

const CHAT = 'https://api.example.com/v1/chat/completions';

/** An API that keeps what it is sent, and refuses what has more characters than it takes. */
function api(takes = Number.POSITIVE_INFINITY) {
  const sent: string[] = [];
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    sent.push(String(init?.body));
    return String(init?.body).length > takes
      ? new Response('{"error":{"message":"This model\'s maximum context length is 9 tokens."}}', { status: 400 })
      : new Response('{"choices":[{"message":{"content":"The summary of it all."}}]}');
  };
  return { sent, fetch };
}

const messages = (turns: number) => [
  { role: 'system', content: 'Be brief.' },
  ...Array.from({ length: turns }, (_, turn) => [
    { role: 'user', content: `What about file ${turn}?` },
    { role: 'assistant', content: resultOf(turn) },
  ]).flat(),
  { role: 'user', content: 'And now?' },
];

const post = (body: object) => ({ method: 'POST', body: JSON.stringify(body, null, 1), headers: { 'content-length': '1' } });

describe('a request', () => {
  it('goes out as it came, letter for letter, while it has room or is none for an answer', async () => {
    const { fetch, sent } = api();
    const folding = tenfoldFetch({ fetch, room: 50_000 });
    const request = post({ model: 'gpt-4o', messages: messages(3) });
    await folding(CHAT, request);
    await folding('https://api.example.com/v1/embeddings', { method: 'POST', body: 'x'.repeat(9) });
    await folding(CHAT, { method: 'POST', body: 'no json' });
    expect(sent).toEqual([request.body, 'x'.repeat(9), 'no json']);
  });

  it('goes out folded where it has none, everything around its messages as it was', async () => {
    const { fetch, sent } = api();
    const folding = tenfoldFetch({ fetch, room: 4_000 });
    await folding(CHAT, post({ model: 'gpt-4o', temperature: 0.3, messages: messages(20) }));
    await folding(
      CHAT,
      post({ model: 'gpt-4o', temperature: 0.3, messages: [...messages(20), { role: 'user', content: 'Well?' }] }),
    );
    const [first, second] = sent.map((text): Body & { temperature: number } => JSON.parse(text));
    expect(first?.temperature).toBe(0.3);
    expect(first?.messages.length).toBeLessThan(20);
    expect(first?.messages[0]).toEqual({ role: 'system', content: 'Be brief.' });
    expect(second?.messages.slice(0, first?.messages.length)).toEqual(first?.messages);
  });

  it('that is refused for its length is folded further and sent once more', async () => {
    const { fetch, sent } = api(15_000);
    const response = await tenfoldFetch({ fetch, room: 100_000 })(CHAT, post({ model: 'gpt-4o', messages: messages(20) }));
    expect(response.status).toBe(200);
    expect(sent.length).toBe(2);
  });

  it('is summarized by the same model at the same address where that is wished', async () => {
    const { fetch, sent } = api();
    await tenfoldFetch({ fetch, room: 4_000, summarizer: 'model' })(CHAT, post({ model: 'gpt-4o', messages: messages(20) }));
    expect(sent.length).toBeGreaterThanOrEqual(2);
    expect(sent.at(-1)).toContain('The summary of it all.');
  });
});
