import type { JsonObject } from '@tenfold/core';
import { inertOpaque } from '../inert.ts';
import { wordOf } from '../json.ts';
import { ANTHROPIC } from './id.ts';

/** Whether a block is a call to a tool the vendor runs itself. */
function isServerCall(block: JsonObject): boolean {
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
    : blocks.map((block, index) =>
        loose.has(index) ? { ...inertOpaque({ type: 'opaque', dialect: ANTHROPIC, value: block }) } : block,
      );
}

/** Where vendor-run calls and results stand in one answer that lack their other half. A call of the last message may still be running. */
export function looseServerBlocks(blocks: readonly JsonObject[], role: string, isLast: boolean): ReadonlySet<number> {
  const open = new Map<string, number>();
  const loose = new Set<number>();
  for (const [index, block] of blocks.entries()) {
    if (isServerCall(block)) {
      if (role === 'assistant' && typeof block.id === 'string' && !open.has(block.id)) open.set(block.id, index);
      else loose.add(index);
    } else if (isServerResult(block)) {
      const id = wordOf(block.tool_use_id);
      if (open.has(id)) open.delete(id);
      else loose.add(index);
    }
  }
  if (!isLast) for (const index of open.values()) loose.add(index);
  return loose;
}
