import type { Json, JsonObject } from '@tenfold/core';
import { inertOpaque } from '../inert.ts';
import { wordOf } from '../json.ts';
import { OPENAI_RESPONSES } from './id.ts';

/** Calls that a client runs, by the words the API has for them: it wants the output of each. */
const RUN_BY_CLIENT: Readonly<Record<string, string>> = {
  function_call: 'function',
  custom_tool_call: 'custom tool',
  computer_call: 'computer',
  local_shell_call: 'local shell',
  shell_call: 'shell',
  apply_patch_call: 'apply patch',
};

const OUTPUT = '_output';
/** Characters a call's id may have. */
export const LONGEST_ID = 64;

/** What a call that a client runs is called; nothing for other items. */
export function calledBy({ type }: JsonObject): string | undefined {
  return typeof type === 'string' && Object.hasOwn(RUN_BY_CLIENT, type) ? RUN_BY_CLIENT[type] : undefined;
}

/** Whether an item is the output of such a call. */
export function isCallOutput({ type }: JsonObject): boolean {
  return typeof type === 'string' && type.endsWith(OUTPUT) && calledBy({ type: type.slice(0, -OUTPUT.length) }) !== undefined;
}

/** Whether an item belongs to a function or custom tool: those are read, and whole already. */
function isRead(item: JsonObject): boolean {
  return /^(?:function_call|custom_tool_call)(?:_output)?$/.test(wordOf(item.type));
}

/**
 * Calls and outputs that are passed through stand in pairs, call first; a half without its other half becomes marked text.
 * Where a request goes on from what the vendor stores, an output may answer a call that is there.
 */
export function pairClientCalls(items: readonly JsonObject[], isContinued = false): readonly JsonObject[] {
  const loose = looseItems(items, isContinued);
  if (loose.size === 0) return items;
  return items.map((item, at) =>
    loose.has(at)
      ? { role: 'assistant', content: inertOpaque({ type: 'opaque', dialect: OPENAI_RESPONSES, value: item }).text }
      : item,
  );
}

/** Whether the API takes this as the id of a call. */
function isFit(id: Json | undefined): id is string {
  return typeof id === 'string' && id.length > 0 && id.length <= LONGEST_ID;
}

function looseItems(items: readonly JsonObject[], isContinued: boolean): ReadonlySet<number> {
  const taken = new Set(items.filter((item) => isRead(item)).map((item) => item.call_id));
  const open = new Map<string, number>();
  const loose = new Set<number>();
  for (const [at, item] of items.entries()) {
    if (isRead(item)) continue;
    const { call_id: id } = item;
    if (isCallOutput(item)) {
      const call = typeof id === 'string' ? items[open.get(id) ?? -1] : undefined;
      if (call !== undefined && `${wordOf(call.type)}${OUTPUT}` === item.type) open.delete(id as string);
      else if (call !== undefined || !isContinued || !isFit(id) || taken.has(id)) loose.add(at);
      taken.add(id);
    } else if (calledBy(item) !== undefined) {
      if (!isFit(id) || taken.has(id)) loose.add(at);
      else open.set(id, at);
      taken.add(id);
    }
  }
  for (const at of open.values()) loose.add(at);
  return loose;
}
