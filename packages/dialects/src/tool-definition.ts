import type { ToolDefinition } from '@tenfold/core';

/** What a tool takes when nothing is said about it. */
export const ANY_OBJECT = { type: 'object', properties: {} } as const;

/** The schema of a tool's input, for wires that want one. */
export function schemaOf(tool: ToolDefinition) {
  return tool.parameters ?? ANY_OBJECT;
}
