import type { Json, ToolDefinition } from '@tenfold/core';
import { Fitter } from './fitter.ts';
import { type AgentsModel, answerBy } from './openai-agents-answer.ts';
import { type Item, piecesOf, summaryItem } from './openai-agents-item.ts';
import type { Answerer, TenfoldOptions } from './options.ts';
import { writePieces } from './pieces.ts';
import type { Recall } from './recall.ts';

export { type AgentsProvider, wrapProvider } from './openai-agents-model.ts';

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
 * Keeps every call of a run inside its model's window; what its session keeps stays whole. A filter is not told when a call
 * fails, nor of tools that come from MCP servers: `wrapProvider` is.
 * @example new Runner({ callModelInputFilter: tenfold() })
 */
export function tenfold(options: TenfoldOptions = {}): TenfoldFilter {
  const fitter = new Fitter(options);
  const filter = async <Any>({ modelData, agent }: FilterArgs<Any>) => {
    const pieces = piecesOf(modelData.input as readonly Item[]);
    const { instructions } = modelData;
    const { rows, isChanged } = await fitter.fit({
      ...modelOf(agent),
      frame: { ...(instructions === undefined ? {} : { system: instructions }), ...toolsOf(agent) },
      messages: pieces.map(({ message }) => message),
    });
    return isChanged ? { ...modelData, input: writePieces(pieces, rows, summaryItem) as Any[] } : modelData;
  };
  // Items are read and handed on, never written to, so that they need not be copied.
  return Object.assign(filter, { preserveInputIdentity: true as const });
}

/**
 * The tools by which a model looks up what was folded, as `tool` is given them.
 * @example new Agent({ …, tools: recallTools(recall).map((given) => tool(given)) })
 */
export function recallTools(recall: Recall) {
  return recall.tools.map(({ name, description, parameters: { type, properties, required, additionalProperties } }) => ({
    name,
    description,
    // As the SDK wants a schema where calls are strict: lists and objects that may be changed.
    parameters: { type, properties: { ...properties }, required: [...required], additionalProperties },
    strict: true as const,
    execute: async (input: unknown) => recall.answer(name, input),
  }));
}

/** What a run calls: where it has only a name, the run's provider is not known here and cannot be asked. */
function modelOf(agent: unknown): { readonly model: string; readonly answer?: Answerer } {
  const { model = '' } = (agent ?? {}) as { model?: string | AgentsModel };
  if (typeof model === 'string') return { model: `openai:${model}` };
  const name = model.model ?? '';
  return { model: `openai:${name}`, answer: answerBy(model, name) };
}

function toolsOf(agent: unknown): { tools?: readonly ToolDefinition[] } {
  const { tools = [] } = (agent ?? {}) as { tools?: readonly { name?: string; description?: string; parameters?: Json }[] };
  const read = tools.map(({ name = '', description = '', parameters = {} }) => ({ name, description, parameters }));
  return read.length === 0 ? {} : { tools: read };
}
