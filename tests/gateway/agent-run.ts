import type { JsonObject } from '@tenfold/core';
import { randomOf } from '@tenfold/core/testing';

const WORDS =
  'checked cache request worker queue index value table row open close read write retry limit size path name time user'.split(
    ' ',
  );

/** What a tool answers at a step: some 1,000 tokens of a log, with a fact in every third of the first tenth. */
export function resultOf(
  step: number,
  steps: number,
): { readonly text: string; readonly fact: { text: string; value: string } | null } {
  const random = randomOf(step + 1);
  const lines = Array.from({ length: 44 }, (_, line) => {
    const said = Array.from({ length: 9 }, () => random.pick(WORDS)).join(' ');
    return `${String(line).padStart(3)}  src/${random.pick(WORDS)}/${random.pick(WORDS)}.ts  ${said} in ${random.between(1, 90)} ms`;
  });
  const isEarly = step < steps / 10 && step % 3 === 0;
  const value = `${random.word(7)}-${random.between(1_000, 9_999)}`;
  const text = `The deployment key of the ${random.word(6)} cluster is ${value}.`;
  if (isEarly) lines.splice(20, 0, text);
  return { text: lines.join('\n'), fact: isEarly ? { text, value } : null };
}

/** A client of Anthropic's messages as Claude Code is one: marks that move on, a list that becomes a string, a system turn among the messages. */
export function claudeLike(system: string) {
  const messages: JsonObject[] = [];
  return {
    messages,
    user: (text: string) => messages.push({ role: 'user', content: [{ type: 'text', text }] }),
    say(content: readonly JsonObject[]) {
      messages.push({ role: 'assistant', content });
    },
    result(id: string, text: string) {
      messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text }] });
    },
    reminder(text: string) {
      messages.push({ role: 'system', content: [{ type: 'text', text }], output_config: { effort: 'high' } });
    },
    body(model: string): string {
      const last = messages.length - 1;
      const sent = messages.map((message, at) => (at === last ? marked(message) : plain(message)));
      return JSON.stringify({
        model,
        max_tokens: 1_000,
        system: [
          { type: 'text', text: 'billing: 1' },
          { type: 'text', text: system, cache_control: { type: 'ephemeral' } },
        ],
        tools: [{ name: 'look', description: 'Looks at a file', input_schema: { type: 'object', properties: {} } }],
        messages: sent,
        stream: true,
        thinking: { type: 'adaptive', display: 'omitted' },
        context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
      });
    },
  };
}

function marked(message: JsonObject): JsonObject {
  const content = message.content as readonly JsonObject[];
  return {
    ...message,
    content: content.map((block, at) => (at === content.length - 1 ? { ...block, cache_control: { type: 'ephemeral' } } : block)),
  };
}

function plain(message: JsonObject): JsonObject {
  const [block, ...more] = message.content as readonly JsonObject[];
  return message.role === 'user' && more.length === 0 && block?.type === 'text'
    ? { ...message, content: block.text as string }
    : message;
}

/** The blocks of an answer that came as a stream of events. */
export function blocksOf(stream: string): readonly JsonObject[] {
  const blocks: { [field: string]: unknown }[] = [];
  for (const line of stream.split('\n')) {
    if (!line.startsWith('data: ')) continue;
    const event = JSON.parse(line.slice(6));
    if (event.type === 'content_block_start')
      blocks.push({ ...event.content_block, ...(event.content_block.type === 'tool_use' ? { json: '' } : {}) });
    const block = blocks[event.index];
    if (event.type !== 'content_block_delta' || block === undefined) continue;
    const { delta } = event;
    if (delta.type === 'text_delta') block.text += delta.text;
    if (delta.type === 'thinking_delta') block.thinking += delta.thinking;
    if (delta.type === 'signature_delta') block.signature = delta.signature;
    if (delta.type === 'input_json_delta') block.json += delta.partial_json;
  }
  return blocks.map(({ json, ...block }) =>
    json === undefined ? block : { ...block, input: JSON.parse(String(json) || '{}') },
  ) as JsonObject[];
}
