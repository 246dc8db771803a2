import { type FlatAsk, promptOf } from '@tenfold/core';
import { expect, it } from 'vitest';
import { completion, fakeEndpoint, type Reply, type SeenRequest } from '../testing/fake-endpoint.ts';
import { askEndpoint, completionsUrl, usualTerms } from './chat-endpoint.ts';

const ask: FlatAsk = {
  key: 'k',
  instructions: 'Sum up: {conversation_history}',
  material: 'we chose SQLite',
  maxTokens: 300,
  expected: 100,
  tokens: 12,
};
const terms = { ...usualTerms, wait: async () => {} };

async function answered(reply: (request: SeenRequest, nth: number) => Reply, model = 'fake') {
  const { url, seen, close } = await fakeEndpoint(reply);
  try {
    const result = await askEndpoint({ url: completionsUrl(url), model, key: 'secret' }, ask, terms).catch(
      (error: Error) => error.message,
    );
    return { result, seen };
  } finally {
    await close();
  }
}

it('asks with the prompt, the limit and the key, and returns text, usage and who answered', async () => {
  const { result, seen } = await answered(() => completion('A record.'));
  expect(result).toEqual({ text: 'A record.', by: 'fake-1', usage: { input: 1_000, output: 50 } });
  expect(seen).toEqual([
    {
      path: '/v1/chat/completions',
      authorization: 'Bearer secret',
      body: {
        model: 'fake',
        messages: [{ role: 'user', content: promptOf(ask) }],
        max_tokens: 300,
        temperature: 0.3,
      },
    },
  ]);
});

it('gives models that think neither a temperature nor a limit', async () => {
  const { seen } = await answered(() => completion('A record.'), 'gpt-5-mini');
  expect(Object.keys(seen[0]?.body ?? {})).toEqual(['model', 'messages']);
});

it.each([400, 401, 402, 403, 404, 413, 422])('never asks again after %d', async (status) => {
  const { result, seen } = await answered(() => ({ status, body: { error: { message: 'No.' } } }));
  expect(result).toMatch(new RegExp(`answered ${status}: No\\.$`));
  expect(seen).toHaveLength(1);
});

it('never asks again when there is no money left', async () => {
  const { seen } = await answered(() => ({ status: 429, body: { error: { message: 'Pay.', code: 'insufficient_quota' } } }));
  expect(seen).toHaveLength(1);
});

it.each([429, 500, 502, 503, 529])('asks again after %d', async (status) => {
  const { result, seen } = await answered((_, nth) => (nth < 3 ? { status, body: 'busy' } : completion('At last.')));
  expect(result).toMatchObject({ text: 'At last.' });
  expect(seen).toHaveLength(3);
});

it('asks again after a broken connection', async () => {
  const { result } = await answered((_, nth) => (nth === 1 ? 'hang up' : completion('At last.')));
  expect(result).toMatchObject({ text: 'At last.' });
});

it.each<[string, unknown, RegExp]>([
  ['a page', '<html><body>Welcome</body></html>', /not JSON/],
  ['no choice', { choices: [] }, /without a text/],
  ['an empty text', { choices: [{ message: { content: '  ' } }] }, /without a text/],
  ['a tool call', { choices: [{ message: { content: null, tool_calls: [{}] } }] }, /without a text/],
])('takes %s for no answer', async (_, body, says) => {
  expect((await answered(() => ({ status: 200, body }))).result).toMatch(says);
});

it('reads content in parts', async () => {
  const content = [
    { type: 'text', text: 'A ' },
    { type: 'text', text: 'record.' },
  ];
  expect((await answered(() => ({ status: 200, body: { choices: [{ message: { content } }] } }))).result).toEqual({
    text: 'A record.',
    by: 'fake',
  });
});

it('gives up at the deadline', async () => {
  const { url, close } = await fakeEndpoint(() => ({ status: 503, body: '', headers: { 'retry-after': '120' } }));
  await expect(askEndpoint({ url: completionsUrl(url), model: 'fake' }, ask, terms)).rejects.toThrow('no time left');
  await close();
});

it('says that nobody listens', async () => {
  const { url, close } = await fakeEndpoint(() => completion(''));
  await close();
  await expect(askEndpoint({ url: completionsUrl(url), model: 'fake' }, ask, terms)).rejects.toThrow(
    /could not be reached.*tried 4 times/,
  );
});

it('finds chat completions under a base address', () => {
  expect(completionsUrl('http://localhost:11434/v1').href).toBe('http://localhost:11434/v1/chat/completions');
  expect(completionsUrl('https://host/v1/').href).toBe('https://host/v1/chat/completions');
  expect(completionsUrl('https://host/x/chat/completions?api-version=1').href).toBe(
    'https://host/x/chat/completions?api-version=1',
  );
  expect(() => completionsUrl('ftp://host/v1')).toThrow();
});
