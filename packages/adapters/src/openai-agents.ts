import type { Json, ToolDefinition } from '@tenfold/core';
import { Fitter } from './fitter.ts';
import { type Item, piecesOf, summaryItem } from './openai-agents-item.ts';
import type { TenfoldOptions } from './options.ts';
import { writePieces } from './pieces.ts';
import type { Recall } from './recall.ts';

/** What the filter is given before a call. */
interface FilterArgs<Any> {
  readonly modelData: { readonly input: Any[]; readonly instructions?: string };
  readonly agent: unknown;
}

/** A `callModelInputFilter` of the OpenAI Agents SDK. */
export type TenfoldFilter = (<Any>(args: FilterArgs<Any>) => Promise<{ input: Any[]; instructions?: string }>) & {
  readonly preserveInputIdentity: true;
};

/**
 * Keeps every call of a run inside its model's window; what its session keeps stays whole.
 * @example new Runner({ callModelInputFilter: tenfold() })
 */
export function tenfold(options: TenfoldOptions = {}): TenfoldFilter {
  const fitter = new Fitter(options);
  const filter = async <Any>({ modelData, agent }: FilterArgs<Any>) => {
    const pieces = piecesOf(modelData.input as readonly Item[]);
    const { instructions } = modelData;
    const { rows, isChanged } = await fitter.fit({
      model: modelName(agent),
      frame: { ...(instructions === undefined ? {} : { system: instructions }), ...toolsOf(agent) },
      messages: pieces.map(({ message }) => message),
    });
    return isChanged ? { ...modelData, input: writePieces(pieces, rows, summaryItem) as Any[] } : modelData;
  };
  // Items are read and handed on, never written to, so that they need not be copied.
  return Object.assign(filter, { preserveInputIdentity: true as const });
}

/** A JSON schema as the SDK wants it where calls are strict. */
interface StrictSchema {
  type: 'object';
  properties: Record<string, { type: 'string'; description: string }>;
  required: string[];
  additionalProperties: false;
}

/**
 * The tools by which a model looks up what was folded, as `tool` is given them.
 * @example new Agent({ …, tools: recallTools(recall).map((given) => tool(given)) })
 */
export function recallTools(recall: Recall) {
  return recall.tools.map(({ name, description = '', parameters }) => ({
    name,
    description,
    parameters: parameters as unknown as StrictSchema,
    strict: true as const,
    execute: async (input: unknown) => recall.answer(name, input),
  }));
}

function modelName(agent: unknown): string {
  const { model } = (agent ?? {}) as { model?: unknown };
  return `openai:${typeof model === 'string' ? model : ((model as { model?: string } | undefined)?.model ?? '')}`;
}

function toolsOf(agent: unknown): { tools?: readonly ToolDefinition[] } {
  const { tools = [] } = (agent ?? {}) as { tools?: readonly { name?: string; description?: string; parameters?: Json }[] };
  const read = tools.map(({ name = '', description = '', parameters = {} }) => ({ name, description, parameters }));
  return read.length === 0 ? {} : { tools: read };
}
