import { type Provider, upstreamFor } from '@tenfold/session';
import { generateText, type ModelMessage, streamText } from 'ai';
import { afterAll, describe, expect, it } from 'vitest';
import { Upstream } from '../../../../tests/upstream/upstream.ts';
import { realServer } from '../testing/real-server.ts';

let said = 0;
const upstream = await Upstream.open({ answer: () => ({ text: `Answer ${++said}.` }) });
const base = upstream.url().replace(/\/v1$/, '');
const server = await realServer({ gateway: { upstreams: { anthropic: base, openai: base, gemini: base } } });
afterAll(async () => {
  await server.close();
  await upstream.close();
});

describe("the AI SDK's providers through the gateway", () => {
  it.each<[Provider, string]>([
    ['anthropic', 'v1'],
    ['openai', 'v1'],
    ['openai-compatible', 'v1'],
    ['google', 'v1beta'],
  ])('%s: answers, whole and streamed, and one session that grows', async (provider, version) => {
    const model = await upstreamFor({ provider, model: 'm', baseUrl: `${server.url}/${version}`, key: 'sk-test' }, fetch);
    const question: ModelMessage = { role: 'user', content: `A question for ${provider}.` };
    const first = await generateText({ model, messages: [question] });
    const messages: ModelMessage[] = [question, ...first.response.messages, { role: 'user', content: 'And then?' }];
    const second = streamText({ model, messages });
    expect(await second.text).toBe(`Answer ${said}.`);
    await server.tenfold.chains.idle();
    const { sessions } = await server.tenfold.sessions.list({ q: provider });
    expect(sessions.map(({ entries }) => entries)).toEqual([4]);
    expect(upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
  });
});
