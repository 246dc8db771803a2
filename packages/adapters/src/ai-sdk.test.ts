import { experimental_createSteering, generateText, isStepCount, jsonSchema, streamText, tool, wrapLanguageModel } from 'ai';
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { foldSteps, recallTools, tenfold } from './ai-sdk.ts';
import { Recall } from './recall.ts';
import { resultOf } from './testing/tool-run.ts';

type Call = Parameters<MockLanguageModelV4['doGenerate']>[0];

const TOO_LONG = { message: 'prompt is too long: 9000 tokens > 8000 maximum' };
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const finish = { unified: 'stop' as const, raw: 'stop' };

/** A model that refuses what has more characters than it takes, in the stream itself where that is said. */
function model(takes: number, inStream = false) {
  const seen: Call['prompt'][] = [];
  const isTooLong = ({ prompt }: Call) => seen.push(prompt) > 0 && JSON.stringify(prompt).length > takes;
  return {
    seen,
    model: new MockLanguageModelV4({
      doGenerate: async (call) => {
        if (isTooLong(call)) throw Object.assign(new Error(TOO_LONG.message), { statusCode: 400 });
        return { content: [{ type: 'text', text: 'Done.' }], finishReason: finish, usage, warnings: [] };
      },
      doStream: async (call) => {
        const refused = isTooLong(call);
        if (refused && !inStream) throw new Error(TOO_LONG.message);
        return {
          stream: simulateReadableStream({
            chunks: [
              { type: 'stream-start' as const, warnings: [] },
              ...(refused
                ? [{ type: 'error' as const, error: TOO_LONG }]
                : [
                    { type: 'text-start' as const, id: '1' },
                    { type: 'text-delta' as const, id: '1', delta: 'Done.' },
                    { type: 'text-end' as const, id: '1' },
                    { type: 'finish' as const, finishReason: finish, usage },
                  ]),
            ],
          }),
        };
      },
    }),
  };
}

const history = Array.from({ length: 20 }, (_, turn) => [
  { role: 'user' as const, content: `What about file ${turn}?` },
  { role: 'assistant' as const, content: resultOf(turn) },
])
  .flat()
  .concat([{ role: 'user', content: 'And now?' }]);

describe('a refusal for its length', () => {
  it('is answered by folding further and trying once more', async () => {
    const { model: plain, seen } = model(15_000);
    const wrapped = wrapLanguageModel({ model: plain, middleware: tenfold({ room: 100_000 }) });
    expect((await generateText({ model: wrapped, messages: history, maxRetries: 0 })).text).toBe('Done.');
    expect(seen.length).toBe(2);
  });

  it.each([false, true])('is so in streams, said inside of them or not: %s', async (inStream) => {
    const { model: plain, seen } = model(15_000, inStream);
    const wrapped = wrapLanguageModel({ model: plain, middleware: tenfold({ room: 100_000 }) });
    const { text } = streamText({ model: wrapped, messages: history, maxRetries: 0 });
    expect(await text).toBe('Done.');
    expect(seen.length).toBe(2);
  });

  it('reaches the app where nothing more can be folded', async () => {
    const { model: plain } = model(10);
    const wrapped = wrapLanguageModel({ model: plain, middleware: tenfold({ room: 100_000 }) });
    await expect(generateText({ model: wrapped, messages: history, maxRetries: 0 })).rejects.toThrow('prompt is too long');
  });
});

it('hands on the very messages that came, bytes and addresses in them', async () => {
  const { model: plain, seen } = model(1_000_000);
  const wrapped = wrapLanguageModel({ model: plain, middleware: tenfold({ room: 4_000 }) });
  const bytes = new Uint8Array([1, 2, 3]);
  const content = [
    { type: 'file' as const, data: bytes, mediaType: 'application/pdf' },
    { type: 'text' as const, text: 'And this?' },
  ];
  await generateText({ model: wrapped, messages: [...history, { role: 'user', content }] });
  const last = seen[0]?.at(-1);
  expect(seen[0]?.length).toBeLessThan(history.length);
  expect(JSON.stringify(last)).toContain(JSON.stringify(bytes));
  expect((last?.content[0] as { data?: { data: unknown } } | undefined)?.data?.data).toBeInstanceOf(Uint8Array);
});

it('has the called model write the summary where that is wished', async () => {
  const { model: plain, seen } = model(1_000_000);
  const wrapped = wrapLanguageModel({ model: plain, middleware: tenfold({ room: 4_000, summarizer: 'model' }) });
  await generateText({ model: wrapped, messages: history });
  expect(seen.length).toBeGreaterThanOrEqual(2);
  expect(JSON.stringify(seen.at(-1))).toContain('Done.');
});

it('folds the steps of a loop from its whole history, whatever was sent before', async () => {
  const prepare = foldSteps({ room: 4_000 });
  const given = { model: 'openai/gpt-4o', initialMessages: history, instructions: undefined, steps: [] };
  const step = (responseMessages: readonly object[]) =>
    prepare({ ...given, responseMessages } as unknown as Parameters<typeof prepare>[0]);
  const first = await step([]);
  const second = await step([{ role: 'assistant', content: [{ type: 'text', text: 'Well.' }] }]);
  expect(first?.messages?.length).toBeLessThan(history.length);
  expect(second?.messages?.slice(0, -1)).toEqual(first?.messages);
});

it('hands on what people said while a loop ran, at its place, and counts the tools it is given', async () => {
  const seen: Call['prompt'][] = [];
  const steering = experimental_createSteering();
  const asking = new MockLanguageModelV4({
    doGenerate: async (call) => {
      const isLast = seen.push(call.prompt) === 3;
      return {
        content: isLast
          ? [{ type: 'text', text: 'Done.' }]
          : [{ type: 'tool-call', toolCallId: `look-${seen.length}`, toolName: 'look', input: '{}' }],
        finishReason: isLast ? finish : { unified: 'tool-calls', raw: 'tool_calls' },
        usage,
        warnings: [],
      };
    },
  });
  const fields = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`field_${at}`, { type: 'string' as const, description: resultOf(at).slice(0, 80) }]),
  );
  const look = tool({
    inputSchema: jsonSchema<object>({ type: 'object', properties: fields }),
    execute: async (_input, { toolCallId }) => {
      if (toolCallId === 'look-1') void steering.steer('Only the first page, please.');
      return 'seen';
    },
  });
  const tools = { look };
  const loop = { model: asking, messages: history, tools, experimental_steering: steering, stopWhen: isStepCount(5) };
  await generateText({ ...loop, prepareStep: foldSteps({ room: 10_500, tools }) });
  const order = seen[2]?.map(({ role, content }) => (JSON.stringify(content).includes('first page') ? 'steered' : role));
  expect(order?.slice(-5)).toEqual(['assistant', 'tool', 'steered', 'assistant', 'tool']);
  const without = await foldSteps({ room: 10_500 })({
    ...loop,
    initialMessages: history,
    responseMessages: [],
    steps: [],
  } as never);
  expect(without?.messages?.length).toBe(history.length);
  expect(seen[0]?.length).toBeLessThan(history.length);
});

it('counts a file by what it is, not by its bytes', async () => {
  const { model: plain, seen } = model(Number.POSITIVE_INFINITY);
  const wrapped = wrapLanguageModel({ model: plain, middleware: tenfold({ room: 4_000 }) });
  const file = { type: 'file' as const, data: new Uint8Array(200_000), mediaType: 'application/pdf' };
  await generateText({ model: wrapped, messages: [{ role: 'user', content: [file, { type: 'text', text: 'Read it.' }] }] });
  expect(seen[0]?.length).toBe(1);
});

it('lets the model look up what was folded, by tools that the SDK tells it of and runs', async () => {
  const told: Call[] = [];
  const recall = new Recall();
  const asking = new MockLanguageModelV4({
    doGenerate: async (call) => {
      const input = JSON.stringify({ query: 'option_2_7' });
      const isFirst = told.push(call) === 1;
      return {
        content: isFirst
          ? [{ type: 'tool-call', toolCallId: 'r1', toolName: 'recall', input }]
          : [{ type: 'text', text: 'Done.' }],
        finishReason: isFirst ? { unified: 'tool-calls', raw: 'tool_calls' } : finish,
        usage,
        warnings: [],
      };
    },
  });
  const wrapped = wrapLanguageModel({ model: asking, middleware: tenfold({ room: 4_000, recall }) });
  await generateText({ model: wrapped, messages: history, tools: recallTools(recall), stopWhen: isStepCount(3) });
  expect(told[0]?.tools).toMatchObject(recall.tools.map(({ name, parameters }) => ({ name, inputSchema: parameters })));
  expect(JSON.stringify(told[0]?.prompt)).not.toContain('option_2_7 = 69');
  expect(JSON.stringify(told[1]?.prompt.at(-1))).toContain('option_2_7 = 69');
});
