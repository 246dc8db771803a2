import type { Json, ToolDefinition } from '../message.ts';

/** A tool that asks for one text. */
export interface RecallDefinition extends ToolDefinition {
  readonly description: string;
  readonly parameters: {
    readonly type: 'object';
    readonly properties: { readonly [name: string]: { readonly type: 'string'; readonly description: string } };
    readonly required: readonly string[];
    readonly additionalProperties: false;
  };
}

/** Tools a model gets back folded text with. */
export const RECALL_TOOLS: readonly RecallDefinition[] = [
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
      properties: {
        foldId: { type: 'string', description: 'The recall id that stands in the record, or the number of a message.' },
      },
      required: ['foldId'],
      additionalProperties: false,
    },
  },
];

/** The one thing each of them asks for, whatever a model calls it. */
export function askedOf(input: Json): string {
  const value = typeof input === 'object' && input !== null && !Array.isArray(input) ? Object.values(input)[0] : input;
  if (typeof value !== 'string' || value.trim() === '') throw new Error('it says nothing to look for');
  return value;
}
