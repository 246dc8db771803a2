import { openai } from '@ai-sdk/openai';
import { Agent } from '@mastra/core/agent';
import type { MastraModelConfig } from '@mastra/core/llm';
import { createTool } from '@mastra/core/tools';
import { tenfold } from '@tenfold/adapters/mastra';
import { z } from 'zod';
import { readPage, TASK } from '../logbook.ts';

const fold = tenfold({ room: 32_000, onReport: ({ text }) => console.log(text) });

const agent = new Agent({
  id: 'reader',
  name: 'Reader',
  instructions: 'You read logbooks.',
  // Mastra has a copy of the AI SDK's types of its own, which a model of the AI SDK does not quite fit.
  model: openai.chat('gpt-4o') as MastraModelConfig,
  tools: {
    read_page: createTool({
      id: 'read_page',
      description: 'Reads a page of the logbook.',
      inputSchema: z.object({ page: z.number() }),
      execute: async ({ page }) => ({ text: readPage(page) }),
    }),
  },
  inputProcessors: [fold],
  errorProcessors: [fold],
});

const result = await agent.generate(TASK, { maxSteps: 1_000 });
console.log(result.text);

/** Everything that was said, whole. */
export const history = result.steps.flatMap(({ response }) => response.messages ?? []);
