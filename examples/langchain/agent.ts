import { ChatOpenAI } from '@langchain/openai';
import { tenfold } from '@tenfold/adapters/langchain';
import { createAgent, createMiddleware, tool } from 'langchain';
import { z } from 'zod';
import { readPage, TASK } from '../logbook.ts';

const agent = createAgent({
  model: new ChatOpenAI({ model: 'gpt-4o' }),
  tools: [
    tool(async ({ page }: { page: number }) => readPage(page), {
      name: 'read_page',
      description: 'Reads a page of the logbook.',
      schema: z.object({ page: z.number() }),
    }),
  ],
  middleware: [
    createMiddleware(
      tenfold({ room: 32_000, trigger: { fraction: 0.8 }, keep: { tokens: 1_000 }, onReport: ({ text }) => console.log(text) }),
    ),
  ],
});

const state = await agent.invoke({ messages: [{ role: 'user', content: TASK }] }, { recursionLimit: 2_000 });
console.log(state.messages.at(-1)?.text);

/** Everything that was said, whole: the agent's state. */
export const history = state.messages;
