import { tenfoldFetch } from '@tenfold/adapters/fetch';
import OpenAI from 'openai';
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions';
import { readPage, TASK } from '../logbook.ts';

const client = new OpenAI({ fetch: tenfoldFetch({ room: 32_000, onReport: ({ text }) => console.log(text) }) });

const tools: ChatCompletionTool[] = [
  {
    type: 'function',
    function: {
      name: 'read_page',
      description: 'Reads a page of the logbook.',
      parameters: { type: 'object', properties: { page: { type: 'number' } }, required: ['page'] },
    },
  },
];

/** Everything that was said, whole: what an app would keep. */
export const history: ChatCompletionMessageParam[] = [{ role: 'user', content: TASK }];

for (;;) {
  const { choices } = await client.chat.completions.create({ model: 'gpt-4o', messages: history, tools });
  const message = choices[0]?.message;
  if (message === undefined) break;
  history.push(message);
  for (const call of message.tool_calls ?? []) {
    if (call.type !== 'function') continue;
    const { page } = JSON.parse(call.function.arguments);
    history.push({ role: 'tool', tool_call_id: call.id, content: readPage(page) });
  }
  if (message.tool_calls === undefined || message.tool_calls.length === 0) {
    console.log(message.content);
    break;
  }
}
