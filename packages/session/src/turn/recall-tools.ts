import type { ToolDefinition } from '@tenfold/core';

/** Tools a model gets back folded text with. */
export const RECALL_TOOLS: readonly ToolDefinition[] = [
  {
    name: 'recall',
    description:
      'Searches the whole conversation, also what was put away into compressed records, and returns the passages that match best.',
    parameters: {
      type: 'object',
      properties: { query: { type: 'string', description: 'Words to look for.' } },
      required: ['query'],
      additionalProperties: false,
    },
  },
  {
    name: 'expand',
    description: 'Returns the original messages behind a compressed record, given its recall id.',
    parameters: {
      type: 'object',
      properties: { foldId: { type: 'string', description: 'The recall id that stands in the record.' } },
      required: ['foldId'],
      additionalProperties: false,
    },
  },
];
