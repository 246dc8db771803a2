import { openai } from '@ai-sdk/openai';
import { tenfold } from '@tenfold/adapters/ai-sdk';
import { generateText, isStepCount, tool, wrapLanguageModel } from 'ai';
import { z } from 'zod';
import { readPage, TASK } from '../logbook.ts';

const model = wrapLanguageModel({
  model: openai.chat('gpt-4o'),
  middleware: tenfold({ room: 32_000, onReport: ({ text }) => console.log(text) }),
});

const result = await generateText({
  model,
  prompt: TASK,
  tools: {
    read_page: tool({
      description: 'Reads a page of the logbook.',
      inputSchema: z.object({ page: z.number() }),
      execute: async ({ page }) => readPage(page),
    }),
  },
  stopWhen: isStepCount(1_000),
});
console.log(result.text);

/** Everything that was said, whole: what an app would keep. */
export const history = result.steps.flatMap(({ response }) => response.messages);
