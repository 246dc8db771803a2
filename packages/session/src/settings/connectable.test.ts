import { expect, it } from 'vitest';
import { connectable, listModels } from './connectable.ts';

const answering = (places: Readonly<Record<string, unknown>>) => {
  const asked: { url: string; headers: Headers }[] = [];
  const send = (async (input: string, init?: RequestInit) => {
    asked.push({ url: String(input), headers: new Headers(init?.headers) });
    const body = places[String(input)];
    if (body === undefined) throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
    return typeof body === 'number' ? new Response('', { status: body }) : Response.json(body);
  }) as typeof fetch;
  return { send, asked };
};

it('U4: finds keys of the environment and servers on this machine, with the models they offer for talking', async () => {
  const { send, asked } = answering({
    'https://api.openai.com/v1/models': { data: [{ id: 'text-embedding-3-small' }, { id: 'unheard-of' }, { id: 'gpt-4o' }] },
    'http://127.0.0.1:11434/v1/models': { data: [{ id: 'llama3' }] },
  });
  expect(await connectable({ OPENAI_API_KEY: 'sk-test' }, send)).toEqual([
    { provider: 'openai', name: 'OpenAI', baseUrl: null, keyIn: 'OPENAI_API_KEY', models: ['gpt-4o', 'unheard-of'] },
    { provider: 'openai-compatible', name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', keyIn: null, models: ['llama3'] },
  ]);
  const keyed = asked.filter(({ headers }) => headers.has('authorization'));
  expect(keyed.map(({ url }) => url)).toEqual(['https://api.openai.com/v1/models']);
});

it('reads every form of a list, and says why there is none', async () => {
  const { send } = answering({
    'https://generativelanguage.googleapis.com/v1beta/models': { models: [{ name: 'models/gemini-2.5-pro' }] },
    'https://api.anthropic.com/v1/models': 401,
  });
  expect((await listModels({ provider: 'google', key: 'k' }, send)).models).toEqual(['gemini-2.5-pro']);
  expect(await listModels({ provider: 'anthropic', key: 'k' }, send)).toEqual({
    models: [],
    problem: 'The provider refused the key.',
  });
  const { problem } = await listModels({ provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1' }, send);
  expect(problem).not.toBeNull();
});
