import type { Json } from '@tenfold/core';
import type { Recall } from './recall.ts';

/** A tool's input in the form that needs no schema library: https://standardschema.dev. */
interface InputSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'tenfold';
    readonly types?: { readonly input: unknown; readonly output: unknown };
    validate(value: unknown): { readonly value: unknown };
    readonly jsonSchema: { input(): Record<string, unknown>; output(): Record<string, unknown> };
  };
}

/** A tool as Mastra takes it, and the AI SDK. */
export interface RecallTool {
  readonly id: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
  execute(input: unknown): Promise<string>;
}

/**
 * The tools by which a model looks up what was folded.
 * @example new Agent({ …, tools: { ...own, ...recallTools(recall) } })
 */
export function recallTools(recall: Recall): Record<'recall' | 'expand', RecallTool> {
  const tools = recall.tools.map(({ name, description = '', parameters = {} }) => {
    const tool: RecallTool = {
      id: name,
      description,
      inputSchema: schemaOf(parameters),
      execute: async (input) => recall.answer(name, input),
    };
    return [name, tool] as const;
  });
  return Object.fromEntries(tools) as Record<'recall' | 'expand', RecallTool>;
}

/** What a model calls the one field it fills does not matter, so that any value is taken. */
function schemaOf(parameters: Json): InputSchema {
  const schema = () => ({ ...(parameters as Record<string, unknown>) });
  return {
    '~standard': {
      version: 1,
      vendor: 'tenfold',
      validate: (value) => ({ value }),
      jsonSchema: { input: schema, output: schema },
    },
  };
}
