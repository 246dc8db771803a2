// Agents with more tools than they need, whose parameters weigh as much as ten pages.
import { openai } from '@ai-sdk/openai';
import { ChatOpenAI } from '@langchain/openai';
import { Agent as MastraAgent } from '@mastra/core/agent';
import type { MastraModelConfig } from '@mastra/core/llm';
import { createTool } from '@mastra/core/tools';
import { Agent, tool as agentTool, OpenAIProvider, Runner } from '@openai/agents';
import { foldSteps } from '@tenfold/adapters/ai-sdk';
import { tenfold as foldLangchain } from '@tenfold/adapters/langchain';
import { tenfold as foldMastra } from '@tenfold/adapters/mastra';
import { tenfold as foldAgents, wrapProvider } from '@tenfold/adapters/openai-agents';
import { generateText, isStepCount, tool as sdkTool } from 'ai';
import { createAgent, createMiddleware, tool as langTool } from 'langchain';
import { z } from 'zod';
import { z as z3 } from 'zod/v3';
import { readPage, TASK } from '../logbook.ts';

const options = { room: 32_000, model: 'openai:gpt-4o', onReport: ({ text }: { text: string }) => console.log(text) };
const NAMES = ['read_page', ...Array.from({ length: 40 }, (_, at) => `inspect_shelf_${at}`)];
const PARTS = 'shelf row column depth owner reason'.split(' ');
const about = (name: string) => `Used for ${name}: looks at what stands there and tells in full sentences what it has found.`;
const told = (part: string) => `The ${part} that is meant, counted from the entrance of the archive, or nothing if any will do.`;

/** The same parameters in either version of Zod. */
const fields = z.object({
  page: z.number().optional(),
  ...Object.fromEntries(PARTS.map((part) => [part, z.string().describe(told(part)).optional()])),
});
const olderFields = z3.object({
  page: z3.number().optional(),
  ...Object.fromEntries(PARTS.map((part) => [part, z3.string().describe(told(part)).optional()])),
});
const read = async (input: { page?: number | null | undefined }) => readPage(Number(input.page));

async function langchain(schema: typeof fields | typeof olderFields): Promise<unknown> {
  const agent = createAgent({
    model: new ChatOpenAI({ model: 'gpt-4o' }),
    tools: NAMES.map((name) => langTool(read, { name, description: about(name), schema: schema as typeof fields })),
    middleware: [createMiddleware(foldLangchain(options))],
  });
  return (await agent.invoke({ messages: [{ role: 'user', content: TASK }] }, { recursionLimit: 2_000 })).messages;
}

async function mastra(): Promise<unknown> {
  const tools = NAMES.map((id) => createTool({ id, description: about(id), inputSchema: fields, execute: read }));
  const agent = new MastraAgent({
    id: 'reader',
    name: 'Reader',
    instructions: 'You read logbooks.',
    model: openai.chat('gpt-4o') as MastraModelConfig,
    tools: Object.fromEntries(tools.map((each) => [each.id, each])),
    inputProcessors: [foldMastra(options)],
  });
  return (await agent.generate(TASK, { maxSteps: 1_000 })).steps.flatMap(({ response }) => response.messages ?? []);
}

async function steps(): Promise<unknown> {
  const tools = Object.fromEntries(
    NAMES.map((name) => [name, sdkTool({ description: about(name), inputSchema: fields, execute: read })]),
  );
  const prepareStep = foldSteps({ ...options, tools });
  const result = await generateText({
    model: openai.chat('gpt-4o'),
    prompt: TASK,
    tools,
    prepareStep,
    stopWhen: isStepCount(1_000),
  });
  return result.steps.flatMap(({ response }) => response.messages);
}

function agent(): Agent {
  const properties = Object.fromEntries(PARTS.map((part) => [part, { type: 'string' as const, description: told(part) }]));
  const parameters = {
    type: 'object' as const,
    properties: { page: { type: 'number' as const }, ...properties },
    required: [],
    additionalProperties: true as const,
  };
  const execute = async (input: unknown) => read(input as { page: number });
  const tools = NAMES.map((name) => agentTool({ name, description: about(name), parameters, strict: false, execute }));
  return new Agent({ name: 'Reader', model: 'gpt-4o', instructions: 'You read logbooks.', tools });
}

async function agents(): Promise<unknown> {
  const runner = new Runner({ tracingDisabled: true, callModelInputFilter: foldAgents(options) });
  return (await runner.run(agent(), TASK, { maxTurns: 1_000 })).history;
}

async function wrapped(stream: boolean): Promise<unknown> {
  const runner = new Runner({ tracingDisabled: true, modelProvider: wrapProvider(new OpenAIProvider(), options) });
  if (!stream) return (await runner.run(agent(), TASK, { maxTurns: 1_000 })).history;
  const result = await runner.run(agent(), TASK, { maxTurns: 1_000, stream: true });
  await result.completed;
  return result.history;
}

const WAYS: Readonly<Record<string, () => Promise<unknown>>> = {
  langchain: () => langchain(fields),
  'langchain, Zod 3': () => langchain(olderFields),
  mastra,
  'ai-sdk, steps': steps,
  'openai-agents': agents,
  'openai-agents, models': () => wrapped(false),
  'openai-agents, streams': () => wrapped(true),
};

export const history = await WAYS[process.env.WAY ?? '']?.();
