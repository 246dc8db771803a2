import Anthropic from '@anthropic-ai/sdk';
import type { MessageParam, Tool, ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import { tenfoldFetch } from '@tenfold/adapters/fetch';
import { readPage, TASK } from '../logbook.ts';

const client = new Anthropic({ fetch: tenfoldFetch({ room: 32_000, onReport: ({ text }) => console.log(text) }) });

const tools: Tool[] = [
  {
    name: 'read_page',
    description: 'Reads a page of the logbook.',
    input_schema: { type: 'object', properties: { page: { type: 'number' } }, required: ['page'] },
  },
];

/** Everything that was said, whole: what an app would keep. */
export const history: MessageParam[] = [{ role: 'user', content: TASK }];

for (;;) {
  const stream = client.messages.stream({ model: 'claude-opus-5-5', max_tokens: 1_000, messages: history, tools });
  const { content } = await stream.finalMessage();
  history.push({ role: 'assistant', content });
  const results = content.flatMap((block): ToolResultBlockParam[] =>
    block.type === 'tool_use'
      ? [{ type: 'tool_result', tool_use_id: block.id, content: readPage((block.input as { page: number }).page) }]
      : [],
  );
  if (results.length === 0) {
    for (const block of content) if (block.type === 'text') console.log(block.text);
    break;
  }
  history.push({ role: 'user', content: results });
}
