import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NEVER } from '../upstream/upstream.ts';
import type { Said } from '../upstream/wire.ts';
import { openGateway } from './open-gateway.ts';

let gateway: Awaited<ReturnType<typeof openGateway>>;
let said: Said = { text: 'Understood.' };
beforeAll(async () => {
  gateway = await openGateway({ answer: () => said });
});
afterAll(() => gateway.close());

const LOOK = {
  name: 'look',
  description: 'Looks',
  parameters: { type: 'object', properties: { part: { type: 'number' } } },
} as const;
const CALL: Said = { text: 'Looking.', calls: [{ id: 'call_1', name: 'look', input: { part: 7 } }] };

/** What a vendor's own library makes of answers that came through the gateway. */
interface Library {
  readonly name: string;
  /** Words of a whole answer, and of one that is streamed. */
  whole(question: string): Promise<string>;
  streamed(question: string, signal?: AbortSignal): Promise<string>;
  /** Input of the one call of an answer. */
  call(question: string, isStream: boolean): Promise<unknown>;
  /** Status and words of an error. */
  readonly refusal: (error: unknown) => readonly [number | undefined, string];
}

const openai = () => new OpenAI({ apiKey: 'sk-test', baseURL: `${gateway.url}/v1`, maxRetries: 0 });
const anthropic = () => new Anthropic({ apiKey: 'sk-test', baseURL: gateway.url, maxRetries: 0 });
const google = () => new GoogleGenAI({ apiKey: 'sk-test', httpOptions: { baseUrl: gateway.url } });
const tool = { type: 'function', function: LOOK } as const;
const own = (error: unknown) => [(error as { status?: number }).status, String(error)] as const;

const libraries: readonly Library[] = [
  {
    name: 'openai, chat completions',
    async whole(content) {
      const answer = await openai().chat.completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content }] });
      return answer.choices[0]?.message.content ?? '';
    },
    async streamed(content, signal) {
      const stream = await openai().chat.completions.create(
        { model: 'gpt-4o', messages: [{ role: 'user', content }], stream: true },
        signal === undefined ? {} : { signal },
      );
      let text = '';
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
      return text;
    },
    async call(content, isStream) {
      const body = { model: 'gpt-4o', messages: [{ role: 'user' as const, content }], tools: [tool] };
      const answer = isStream
        ? await openai().chat.completions.stream(body).finalChatCompletion()
        : await openai().chat.completions.create(body);
      const [call] = answer.choices[0]?.message.tool_calls ?? [];
      return call?.type === 'function' ? JSON.parse(call.function.arguments) : null;
    },
    refusal: own,
  },
  {
    name: 'openai, responses',
    whole: async (input) => (await openai().responses.create({ model: 'gpt-5', input })).output_text,
    async streamed(input, signal) {
      const stream = await openai().responses.create(
        { model: 'gpt-5', input, stream: true },
        signal === undefined ? {} : { signal },
      );
      let text = '';
      for await (const event of stream) if (event.type === 'response.output_text.delta') text += event.delta;
      return text;
    },
    async call(input, isStream) {
      const body = { model: 'gpt-5', input, tools: [{ type: 'function' as const, strict: false, ...LOOK }] };
      const { output } = isStream ? await openai().responses.stream(body).finalResponse() : await openai().responses.create(body);
      const [call] = output.flatMap((item) => (item.type === 'function_call' ? [item] : []));
      return call === undefined ? null : JSON.parse(call.arguments);
    },
    refusal: own,
  },
  {
    name: '@anthropic-ai/sdk',
    async whole(content) {
      const { content: blocks } = await anthropic().messages.create({
        model: 'claude-sonnet-4-5',
        max_tokens: 100,
        messages: [{ role: 'user', content }],
      });
      return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
    },
    streamed: (content, signal) =>
      anthropic()
        .messages.stream(
          { model: 'claude-sonnet-4-5', max_tokens: 100, messages: [{ role: 'user', content }] },
          signal === undefined ? {} : { signal },
        )
        .finalText(),
    async call(content, isStream) {
      const tools = [{ name: LOOK.name, description: LOOK.description, input_schema: LOOK.parameters }];
      const body = { model: 'claude-sonnet-4-5', max_tokens: 100, messages: [{ role: 'user' as const, content }], tools };
      const answer = isStream ? await anthropic().messages.stream(body).finalMessage() : await anthropic().messages.create(body);
      const call = answer.content.find((block) => block.type === 'tool_use');
      return call?.input ?? null;
    },
    refusal: own,
  },
  {
    name: '@google/genai',
    whole: async (contents) => (await google().models.generateContent({ model: 'gemini-2.5-pro', contents })).text ?? '',
    async streamed(contents, signal) {
      const config = signal === undefined ? {} : { config: { abortSignal: signal } };
      let text = '';
      for await (const chunk of await google().models.generateContentStream({ model: 'gemini-2.5-pro', contents, ...config }))
        text += chunk.text ?? '';
      return text;
    },
    async call(contents, isStream) {
      const { parameters, ...look } = LOOK;
      const config = { tools: [{ functionDeclarations: [{ ...look, parametersJsonSchema: parameters }] }] };
      const asked = { model: 'gemini-2.5-pro', contents, config };
      if (!isStream) return (await google().models.generateContent(asked)).functionCalls?.[0]?.args;
      for await (const { functionCalls } of await google().models.generateContentStream(asked))
        if (functionCalls?.[0] !== undefined) return functionCalls[0].args;
      return null;
    },
    refusal: own,
  },
];

describe.each(libraries.map((library) => [library.name, library] as const))('%s through the gateway', (name, library) => {
  it('answers, whole and streamed', async () => {
    said = { text: 'A heron is grey.' };
    expect(await library.whole(`Whole, ${name}?`)).toBe('A heron is grey.');
    expect(await library.streamed(`Streamed, ${name}?`)).toBe('A heron is grey.');
  });

  it('calls tools, whole and streamed', async () => {
    said = CALL;
    expect(await library.call(`Look whole, ${name}.`, false)).toEqual({ part: 7 });
    expect(await library.call(`Look streamed, ${name}.`, true)).toEqual({ part: 7 });
  });

  it("gets the vendor's errors as they are", async () => {
    gateway.upstream.faults.push({ status: 429, retryAfter: 7, message: 'Slow down, heron.' });
    const error = await library.whole(`Too fast, ${name}.`).catch((reason: unknown) => reason);
    const [status, words] = library.refusal(error);
    expect(status).toBe(429);
    expect(words).toContain('Slow down, heron.');
  });

  it('leaves in the middle of a stream, and the upstream is left too', async () => {
    // Far from whole when it is left, and never at its end by itself.
    said = { text: 'word '.repeat(2_000) };
    gateway.upstream.faults.push({ drip: 20, until: NEVER });
    const leaving = new AbortController();
    // One library throws, the other ends with what it has.
    const stream = library.streamed(`Leave, ${name}.`, leaving.signal).catch(() => '');
    await expect.poll(() => gateway.upstream.open).toBe(1);
    leaving.abort();
    expect((await stream).length).toBeLessThan(said.text?.length ?? 0);
    await expect.poll(() => gateway.upstream.open).toBe(0);
    said = { text: 'Understood.' };
  });
});
