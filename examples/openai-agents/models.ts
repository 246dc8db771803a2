// The same as agent.ts, with the models themselves wrapped: tools of MCP servers and handoffs are counted, and a request that is
// refused for its length is folded further and tried once more.
import { Agent, MemorySession, OpenAIProvider, Runner, tool } from '@openai/agents';
import { wrapProvider } from '@tenfold/adapters/openai-agents';
import { z } from 'zod';
import { readPage, TASK } from '../logbook.ts';

const agent = new Agent({
  name: 'Reader',
  model: 'gpt-4o',
  instructions: 'You read logbooks.',
  tools: [
    tool({
      name: 'read_page',
      description: 'Reads a page of the logbook.',
      parameters: z.object({ page: z.number() }),
      execute: async ({ page }) => readPage(page),
    }),
  ],
});

const runner = new Runner({
  tracingDisabled: true,
  modelProvider: wrapProvider(new OpenAIProvider(), { room: 32_000, onReport: ({ text }) => console.log(text) }),
});
const session = new MemorySession();
const result = await runner.run(agent, TASK, { session, maxTurns: 1_000 });
console.log(result.finalOutput);

/** Everything that was said, whole: what the session keeps. */
export const history = await session.getItems();
