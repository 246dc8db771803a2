// An agent that can look up what was folded, and whose folds outlive its process.
import { openai } from '@ai-sdk/openai';
import { Recall } from '@tenfold/adapters';
import { recallTools, tenfold } from '@tenfold/adapters/ai-sdk';
import { fileStore } from '@tenfold/adapters/file-store';
import { serverStore } from '@tenfold/adapters/server-store';
import { generateText, isStepCount, tool, wrapLanguageModel } from 'ai';
import { z } from 'zod';
import { readPage, TASK } from '../logbook.ts';

const server = process.env.TENFOLD_URL;
const recall = new Recall();
const model = wrapLanguageModel({
  model: openai.chat('gpt-4o'),
  middleware: tenfold({
    room: 32_000,
    recall,
    store:
      server === undefined
        ? fileStore('folds.jsonl')
        : serverStore(server, { onProblem: ({ message }) => console.error(message) }),
    onReport: ({ text }) => console.log(text),
  }),
});

const result = await generateText({
  model,
  prompt: TASK,
  tools: {
    ...recallTools(recall),
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
