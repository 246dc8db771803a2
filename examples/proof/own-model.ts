// Agents whose own model writes the summaries, of the frameworks whose examples use none.
import { openai } from '@ai-sdk/openai';
import { Agent as MastraAgent } from '@mastra/core/agent';
import type { MastraModelConfig } from '@mastra/core/llm';
import { createTool } from '@mastra/core/tools';
import { Agent, OpenAIProvider, Runner, tool } from '@openai/agents';
import { tenfold as foldMastra } from '@tenfold/adapters/mastra';
import { tenfold as foldAgents } from '@tenfold/adapters/openai-agents';
import { z } from 'zod';
import { readPage, TASK } from '../logbook.ts';

const reads = { description: 'Reads a page of the logbook.', schema: z.object({ page: z.number() }) };
const options = { room: 32_000, summarizer: 'model' as const, model: 'openai:gpt-4o' };

async function withAgents(): Promise<unknown> {
  const agent = new Agent({
    name: 'Reader',
    model: await new OpenAIProvider().getModel('gpt-4o'),
    instructions: 'You read logbooks.',
    tools: [
      tool({
        name: 'read_page',
        description: reads.description,
        parameters: reads.schema,
        execute: async ({ page }) => readPage(page),
      }),
    ],
  });
  const runner = new Runner({ tracingDisabled: true, callModelInputFilter: foldAgents(options) });
  return (await runner.run(agent, TASK, { maxTurns: 1_000 })).history;
}

async function withMastra(): Promise<unknown> {
  const agent = new MastraAgent({
    id: 'reader',
    name: 'Reader',
    instructions: 'You read logbooks.',
    model: openai.chat('gpt-4o') as MastraModelConfig,
    tools: {
      read_page: createTool({
        id: 'read_page',
        description: reads.description,
        inputSchema: reads.schema,
        execute: async ({ page }) => ({ text: readPage(page) }),
      }),
    },
    inputProcessors: [foldMastra(options)],
  });
  const { steps } = await agent.generate(TASK, { maxSteps: 1_000 });
  return steps.flatMap(({ response }) => response.messages ?? []);
}

export const history = await (process.env.FRAMEWORK === 'mastra' ? withMastra() : withAgents());
