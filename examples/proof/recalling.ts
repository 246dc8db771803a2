// Agents that can look up what was folded, in the words of the README of the adapters.
import { openai } from '@ai-sdk/openai';
import { ChatOpenAI } from '@langchain/openai';
import { Agent as MastraAgent } from '@mastra/core/agent';
import type { MastraModelConfig } from '@mastra/core/llm';
import { createTool } from '@mastra/core/tools';
import { Agent, tool as agentTool, Runner } from '@openai/agents';
import { Recall } from '@tenfold/adapters';
import { tenfoldFetch } from '@tenfold/adapters/fetch';
import * as langchain from '@tenfold/adapters/langchain';
import * as mastra from '@tenfold/adapters/mastra';
import * as agents from '@tenfold/adapters/openai-agents';
import { createAgent, createMiddleware, tool as langTool } from 'langchain';
import OpenAI from 'openai';
import { z } from 'zod';
import { readPage, TASK } from '../logbook.ts';

const recall = new Recall();
const options = { room: 32_000, model: 'openai:gpt-4o', recall };
const PAGE = 'read_page';
const description = 'Reads a page of the logbook.';
const schema = z.object({ page: z.number() });
const read = async ({ page }: { page: number }) => readPage(page);

async function withLangchain(): Promise<string> {
  const { recallTools, tenfold } = langchain;
  const tool = langTool;
  const agent = createAgent({
    model: new ChatOpenAI({ model: 'gpt-4o' }),
    tools: [tool(read, { name: PAGE, description, schema }), ...recallTools(recall).map((given) => tool(...given))],
    middleware: [createMiddleware(tenfold(options))],
  });
  const { messages } = await agent.invoke({ messages: [{ role: 'user', content: TASK }] }, { recursionLimit: 2_000 });
  return messages.at(-1)?.text ?? '';
}

async function withAgents(): Promise<string> {
  const { recallTools, tenfold } = agents;
  const tool = agentTool;
  const agent = new Agent({
    name: 'Reader',
    model: 'gpt-4o',
    instructions: 'You read logbooks.',
    tools: [
      tool({ name: PAGE, description, parameters: schema, execute: read }),
      ...recallTools(recall).map((given) => tool(given)),
    ],
  });
  const runner = new Runner({ tracingDisabled: true, callModelInputFilter: tenfold(options) });
  return String((await runner.run(agent, TASK, { maxTurns: 1_000 })).finalOutput);
}

async function withMastra(): Promise<string> {
  const { recallTools, tenfold } = mastra;
  const agent = new MastraAgent({
    id: 'reader',
    name: 'Reader',
    instructions: 'You read logbooks.',
    model: openai.chat('gpt-4o') as MastraModelConfig,
    tools: { [PAGE]: createTool({ id: PAGE, description, inputSchema: schema, execute: read }), ...recallTools(recall) },
    inputProcessors: [tenfold(options)],
  });
  return (await agent.generate(TASK, { maxSteps: 1_000 })).text;
}

/** A loop of an app's own runs the tools, so it runs these too. */
async function withFetch(): Promise<string> {
  const client = new OpenAI({ fetch: tenfoldFetch(options) });
  const tools = [{ name: PAGE, description, parameters: z.toJSONSchema(schema) }, ...recall.tools].map((each) => ({
    type: 'function' as const,
    function: each as { name: string; description: string; parameters: Record<string, unknown> },
  }));
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: TASK }];
  for (;;) {
    const { choices } = await client.chat.completions.create({ model: 'gpt-4o', messages, tools });
    const message = choices[0]?.message;
    if (message === undefined) throw new Error('there was no answer');
    messages.push(message);
    if (!message.tool_calls?.length) return message.content ?? '';
    for (const call of message.tool_calls) {
      if (call.type !== 'function') continue;
      const { name, arguments: given } = call.function;
      const input = JSON.parse(given);
      const content = name === PAGE ? await read(input) : recall.answer(name, input);
      messages.push({ role: 'tool', tool_call_id: call.id, content });
    }
  }
}

const WAYS: Readonly<Record<string, () => Promise<string>>> = {
  langchain: withLangchain,
  'openai-agents': withAgents,
  mastra: withMastra,
  fetch: withFetch,
};

export const history = await WAYS[process.env.WAY ?? '']?.();
