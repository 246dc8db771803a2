import { expect, it, onTestFinished, vi } from 'vitest';
import { openGateway } from './open-gateway.ts';

const turns = Array.from({ length: 12 }, (_, turn) => [
  { role: 'user', content: `Part ${turn}: ${'some words of talk '.repeat(150)}` },
  { role: 'assistant', content: `Read part ${turn}.` },
]).flat();

const talk = [...turns, { role: 'user', content: 'Go on.' }];
const contents = talk.map(({ role, content }) => ({ role: role === 'user' ? 'user' : 'model', parts: [{ text: content }] }));

it.each([
  [
    '/v1/messages',
    { model: 'claude-sonnet-4-6', max_tokens: 100, stream: true, messages: talk },
    'event: ping\ndata: {"type": "ping"}\n\n',
  ],
  ['/v1/chat/completions', { model: 'gpt-4o', stream: true, messages: talk }, ': ping\n\n'],
  ['/v1/responses', { model: 'gpt-4o', stream: true, input: talk }, ': ping\n\n'],
  ['/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse', { contents }, ': ping\n\n'],
])('keeps a stream of %s alive that waits for its fold', async (path, asking, ping) => {
  const summary = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const gateway = await openGateway(
    {
      async answer({ messages }) {
        if (messages.length > 1) return { text: 'Read.' };
        asked.resolve();
        await summary.promise;
        return { text: 'The parts tell of a kestrel in the attic.' };
      },
    },
    { room: 6_000, summarizer: 'client' },
  );
  onTestFinished(() => gateway.close());
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const waiting = fetch(`${gateway.url}${path}`, { method: 'POST', body: JSON.stringify(asking) });
  await asked.promise;
  vi.advanceTimersByTime(5_000);
  const answer = await waiting;
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe(ping);
  vi.advanceTimersByTime(5_000);
  expect((await reader?.read())?.value).toBe(ping);
  summary.resolve();
  let rest = '';
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) rest += piece.value;
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  expect(rest).toContain('Read.');
  expect(rest).not.toContain(ping);
  expect(JSON.stringify(gateway.upstream.seen.at(-1)?.body)).toContain('kestrel in the attic');
});
