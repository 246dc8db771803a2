import { Agent, MemorySession, Runner, tool } from '@openai/agents';
import { tenfold } from '@tenfold/adapters/openai-agents';
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
  callModelInputFilter: tenfold({ room: 32_000, onReport: ({ text }) => console.log(text) }),
});
const session = new MemorySession();
const result = await runner.run(agent, TASK, { session, maxTurns: 1_000 });
console.log(result.finalOutput);

/** Everything that was said, whole: what the session keeps. */
export const history = await session.getItems();
