import type { JsonObject } from '@tenfold/core';
import { inertOpaque } from '../inert.ts';
import { ANTHROPIC } from './id.ts';

/** Whether a block is a call to a tool the vendor runs itself. */
export function isServerCall(block: JsonObject): boolean {
  return block.type === 'server_tool_use' || block.type === 'mcp_tool_use';
}

/** Whether a block is the result of such a call. */
export function isServerResult(block: JsonObject): boolean {
  return typeof block.type === 'string' && block.type !== 'tool_result' && block.type.endsWith('_tool_result');
}

/** Vendor-run calls and results stand in one answer, call first; a half that lost its other half becomes marked text. */
export function pairServerTools(blocks: readonly JsonObject[], role: string, isLast: boolean): readonly JsonObject[] {
  if (!blocks.some((block) => isServerCall(block) || isServerResult(block))) return blocks;
  const loose = looseServerBlocks(blocks, role, isLast);
  return loose.size === 0
    ? blocks
    : blocks.map((block) =>
        loose.has(block) ? { ...inertOpaque({ type: 'opaque', dialect: ANTHROPIC, value: block }) } : block,
      );
}

/** The vendor-run calls and results of one answer that lack their other half. A call of the last message may still be running. */
export function looseServerBlocks(blocks: readonly JsonObject[], role: string, isLast: boolean): ReadonlySet<JsonObject> {
  const open = new Map<string, JsonObject>();
  const loose = new Set<JsonObject>();
  for (const block of blocks) {
    if (isServerCall(block)) {
      if (role === 'assistant' && typeof block.id === 'string' && !open.has(block.id)) open.set(block.id, block);
      else loose.add(block);
    } else if (isServerResult(block)) {
      const id = String(block.tool_use_id);
      if (open.has(id)) open.delete(id);
      else loose.add(block);
    }
  }
  if (!isLast) for (const block of open.values()) loose.add(block);
  return loose;
}
