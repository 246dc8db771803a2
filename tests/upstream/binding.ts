import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '@tenfold/core';

/** What an upstream that binds thinking signs it with: all before it, marks for caching aside, and its words. */
export function boundSignature(body: JsonObject, before: number, thinking: string): string {
  const { system = null, tools = null, messages } = body;
  const prefix = [system, tools, (messages as readonly Json[]).slice(0, before)];
  const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64');
  return `${hash(unmarked(prefix as Json))}.${hash(thinking)}`;
}

/** What such an upstream refuses: thinking that was altered, and thinking behind another prefix. Thinking that was left out is fine. */
export function bindingRefusals(body: JsonObject): readonly string[] {
  return (body.messages as readonly JsonObject[]).flatMap(({ content }, at) =>
    (Array.isArray(content) ? (content as readonly JsonObject[]) : []).flatMap((block, index) => {
      if (block.type !== 'thinking') return [];
      const [prefix, words] = String(block.signature).split('.');
      const [expected, said] = boundSignature(body, at, String(block.thinking)).split('.');
      const place = `messages.${at}.content.${index}`;
      if (words !== said)
        return [
          `${place}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`,
        ];
      return prefix === expected
        ? []
        : [`${place}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation.`];
    }),
  );
}

/** Without marks for caching, and a list of one text as that text: the vendor takes both for the same. */
function unmarked(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(unmarked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) =>
      key === 'cache_control' || field === undefined
        ? []
        : [[key, key === 'content' ? plain(unmarked(field as Json)) : unmarked(field as Json)]],
    ),
  );
}

function plain(content: Json): Json {
  const [block, ...more] = Array.isArray(content) ? (content as readonly JsonObject[]) : [];
  return block?.type === 'text' && more.length === 0 && Object.keys(block).length === 2 ? (block.text as string) : content;
}
