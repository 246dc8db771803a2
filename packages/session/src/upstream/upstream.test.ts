import type { JsonObject } from '@tenfold/core';
import { generateText, type ModelMessage } from 'ai';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Upstream } from '../../../../tests/upstream/upstream.ts';
import { detectedLimits } from './detected-limits.ts';
import { IncompleteProfile, PROVIDERS } from './endpoint.ts';
import { InvalidRequest } from './invalid-request.ts';
import { environmentKey, keyVariables } from './provider-keys.ts';
import { refuseInvalid, upstreamFor } from './upstream.ts';

describe('upstreams', () => {
  it.each([
    ['openai', 'gpt-4o', {}],
    ['anthropic', 'claude-sonnet-4-5', {}],
    ['google', 'gemini-2.5-flash', {}],
    ['azure', 'gpt-4o', {}],
    ['openrouter', 'openai/gpt-4o', {}],
    ['openai-compatible', 'llama3', {}],
    ['vertex', 'gemini-2.5-flash', { project: 'p', location: 'l' }],
  ] as const)('%s is asked at the base URL that is set, in a form it takes', async (provider, model, options) => {
    const upstream = await Upstream.open({ answer: () => ({ text: 'Hello.' }) });
    onTestFinished(() => upstream.close());
    const { text } = await generateText({
      model: await upstreamFor({ provider, model, baseUrl: upstream.url(provider), key: 'sk-1', options }),
      prompt: 'Say hello.',
      maxRetries: 0,
    });
    expect(text).toBe('Hello.');
    expect(upstream.seen[0]?.refused).toEqual([]);
  });

  it('openrouter prints nothing where thinking comes back without a signature', async () => {
    const printed = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => printed.mockRestore());
    const details = [{ type: 'reasoning.text', text: 'Hm.', format: 'anthropic-claude-v1' }];
    const send: typeof fetch = async () => {
      throw new Error('sent');
    };
    const model = await upstreamFor({ provider: 'openrouter', model: 'anthropic/claude-sonnet-4-5', key: 'k' }, send);
    const messages: ModelMessage[] = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b', providerOptions: { openrouter: { reasoning_details: details } } },
      { role: 'user', content: 'c' },
    ];
    await expect(generateText({ model, messages, maxRetries: 0 })).rejects.toThrow('sent');
    expect(printed).not.toHaveBeenCalled();
  });

  it('bedrock is asked for its model with the key, and only in a form it takes', async () => {
    const asked: { url: string; key: string | null; body: JsonObject }[] = [];
    const send: typeof fetch = async (input, init) => {
      const headers = new Headers(init?.headers);
      asked.push({ url: String(input), key: headers.get('authorization'), body: JSON.parse(String(init?.body)) });
      const message = { role: 'assistant', content: [{ text: 'Hello.' }] };
      const usage = { inputTokens: 9, outputTokens: 2, totalTokens: 11 };
      return Response.json({ output: { message }, stopReason: 'end_turn', usage });
    };
    const endpoint = { provider: 'bedrock', model: 'eu.anthropic.claude-sonnet-4-5-v1:0', key: 'sk-1' } as const;
    const model = await upstreamFor({ ...endpoint, options: { region: 'eu-north-1' } }, send);
    const { text, usage } = await generateText({ model, prompt: 'Say hello.', maxRetries: 0 });
    expect([text, usage.inputTokens, usage.outputTokens]).toEqual(['Hello.', 9, 2]);
    expect(asked).toMatchObject([
      {
        url: 'https://bedrock-runtime.eu-north-1.amazonaws.com/model/eu.anthropic.claude-sonnet-4-5-v1%3A0/converse',
        key: 'Bearer sk-1',
        body: { messages: [{ role: 'user', content: [{ text: 'Say hello.' }] }] },
      },
    ]);
    const tools = { toolConfig: { tools: [{ toolSpec: { name: 't', inputSchema: { json: { type: 'object' } } } }] } };
    const call = { role: 'assistant', content: [{ toolUse: { toolUseId: 'a', name: 't', input: {} } }] };
    const result = {
      role: 'user',
      content: [{ toolResult: { toolUseId: 'a', content: [] } }, { cachePoint: { type: 'default' } }],
    };
    const { pathname } = new URL(asked[0]?.url ?? '');
    const post = (...messages: object[]) => refuseInvalid(pathname, JSON.stringify({ ...tools, messages }));
    const user = { role: 'user', content: [{ text: 'hi' }] };
    expect(() => post(user, call, user)).toThrow('without `tool_result` blocks');
    expect(() => post(user, user)).toThrow('roles must alternate');
    post(user, call, result);
  });

  it('are made once for all sessions that ask the same endpoint with the same key', async () => {
    const [send, other]: (typeof fetch)[] = [async () => new Response('{}'), async () => new Response('{}')];
    const read = (key = 'k') => ({ provider: 'anthropic', model: 'claude-sonnet-4-5', key, options: {} }) as const;
    const model = await upstreamFor(read(), send);
    expect(await upstreamFor(read(), send)).toBe(model);
    expect(await upstreamFor(read(), other)).not.toBe(model);
    expect(await upstreamFor({ ...read(), send: other as typeof fetch }, send)).not.toBe(model);
    expect(await upstreamFor(read('another'), send)).not.toBe(model);
  });

  it('let nothing out that the API would refuse', async () => {
    let calls = 0;
    const send: typeof fetch = async () => {
      calls++;
      return new Response('{}');
    };
    const model = await upstreamFor({ provider: 'anthropic', model: 'claude-sonnet-4-5', key: 'k' }, send);
    const orphan: ModelMessage = {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'a', toolName: 't', output: { type: 'text', value: 'x' } }],
    };
    const failed = await generateText({ model, messages: [{ role: 'user', content: 'hi' }, orphan], maxRetries: 0 }).catch(
      (error: unknown) => error,
    );
    expect(String(failed)).toContain('not sent');
    expect(calls).toBe(0);
    expect(new InvalidRequest('anthropic', [{ rule: 'r', message: 'm' }]).refusals).toHaveLength(1);
  });

  it('say what is missing', async () => {
    await expect(upstreamFor({ provider: 'openai', model: 'm' })).rejects.toThrow(IncompleteProfile);
    await expect(upstreamFor({ provider: 'openai-compatible', model: 'm' })).rejects.toThrow('a base URL');
    await expect(upstreamFor({ provider: 'azure', model: 'm', key: 'k' })).rejects.toThrow('resource name');
    expect((await upstreamFor({ provider: 'bedrock', model: 'm', key: 'k', options: { region: 'eu-north-1' } })).modelId).toBe(
      'm',
    );
  });

  it('find keys in the environment', () => {
    expect(environmentKey('google', { GEMINI_API_KEY: 'g' })).toBe('g');
    expect(environmentKey('openai', { OPENAI_API_KEY: '' })).toBeUndefined();
    expect(PROVIDERS.filter((provider) => keyVariables(provider).length === 0)).toEqual(['openai-compatible']);
  });
});

describe('detectedLimits', () => {
  const told =
    (body: unknown, status = 200): typeof fetch =>
    async () =>
      new Response(JSON.stringify(body), { status });
  const endpoint = { model: 'm', key: 'k', baseUrl: 'http://x/v1' };

  it.each([
    ['google', { inputTokenLimit: 1_000_000, outputTokenLimit: 65_536 }, { contextWindow: 1_000_000, maxOutputTokens: 65_536 }],
    [
      'anthropic',
      { id: 'm', max_input_tokens: 200_000, max_tokens: 64_000 },
      { contextWindow: 200_000, maxOutputTokens: 64_000 },
    ],
    [
      'openrouter',
      { data: [{ id: 'other' }, { id: 'm', context_length: 32_000, top_provider: { max_completion_tokens: 8_000 } }] },
      { contextWindow: 32_000, maxOutputTokens: 8_000 },
    ],
    ['openai-compatible', { data: [{ id: 'm', max_model_len: 16_384 }] }, { contextWindow: 16_384 }],
  ] as const)('reads what %s says', async (provider, body, limits) => {
    expect(await detectedLimits({ ...endpoint, provider }, told(body))).toEqual(limits);
  });

  it('knows nothing where nothing is said', async () => {
    expect(await detectedLimits({ ...endpoint, provider: 'openai' }, told({}))).toBeUndefined();
    expect(await detectedLimits({ ...endpoint, provider: 'google' }, told({}, 500))).toBeUndefined();
    expect(await detectedLimits({ ...endpoint, provider: 'openai-compatible' }, told({ data: [] }))).toBeUndefined();
    expect(
      await detectedLimits({ ...endpoint, provider: 'openai-compatible' }, () => Promise.reject(new Error('down'))),
    ).toBeUndefined();
    expect(await detectedLimits({ provider: 'google', model: 'm' }, told({}))).toBeUndefined();
  });
});
