import type { Json } from '@tenfold/core';
import { isObject } from '../json.ts';

/** What is called; the item is named after it, and its output after the item. */
const CALLED = [
  'function',
  'custom_tool',
  'local_shell',
  'shell',
  'apply_patch',
  'computer',
  'web_search',
  'file_search',
  'code_interpreter',
  'image_generation',
  'mcp',
  'tool_search',
];
const OTHERS = [
  'message',
  'reasoning',
  'item_reference',
  'compaction',
  'mcp_list_tools',
  'mcp_approval_request',
  'mcp_approval_response',
  'tool_search_output',
];
const TYPES: ReadonlySet<string> = new Set([...OTHERS, ...CALLED.flatMap((name) => [`${name}_call`, `${name}_call_output`])]);

/** Whether a value is an item of the responses API by its type; a message without one is an item too, but may be of another format. */
export function isResponsesItem(value: Json): boolean {
  return isObject(value) && typeof value.type === 'string' && TYPES.has(value.type);
}
