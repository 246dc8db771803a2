import type { JsonObject } from '@tenfold/core';

const EFFORTS = new Set(['low', 'medium', 'high', 'max']);

/** What Anthropic refuses about system text that stands among the messages, and about what only such a message may say. */
export function messageSystemRefusals({ messages }: JsonObject): readonly string[] {
  const list = (Array.isArray(messages) ? messages : []) as readonly JsonObject[];
  return list.flatMap(({ role, content, output_config }, at) => {
    if (role !== 'system')
      return output_config === undefined ? [] : [`messages.${at}.output_config: Extra inputs are not permitted`];
    const blocks = (Array.isArray(content) ? content : []) as readonly JsonObject[];
    const { effort = 'high' } = (output_config ?? {}) as JsonObject;
    return [
      ...blocks
        .filter(({ type }) => type !== 'text')
        .map(({ type }) => `messages.${at}.content: system messages take text only, not ${type}`),
      ...(EFFORTS.has(String(effort))
        ? []
        : [`messages.${at}.output_config.effort: Input should be 'low', 'medium', 'high' or 'max'`]),
    ];
  });
}
