import type { ToolDefinition } from '@tenfold/core';
import { Fitter } from './fitter.ts';
import { langchainPiece, type Said, summaryFor } from './langchain-message.ts';
import { type Answerer, answererBy, type TenfoldOptions } from './options.ts';
import { isOverflow } from './overflow.ts';
import { writePieces } from './pieces.ts';
import type { Recall } from './recall.ts';
import { parametersOf } from './tool-schema.ts';

/** What a model call is made of, as far as it is read. */
interface ModelCall {
  readonly model: unknown;
  readonly messages: unknown[];
  readonly systemMessage?: { readonly text?: string };
  readonly tools?: readonly unknown[];
}

/** What `createMiddleware` is given. */
export interface TenfoldMiddleware {
  readonly name: 'tenfold';
  wrapModelCall<Request extends ModelCall, Answer>(
    request: Request,
    handler: (request: Request) => Answer | Promise<Answer>,
  ): Promise<Answer>;
}

/**
 * Keeps every call of an agent inside its model's window; its state stays whole. A request that the model finds too long all
 * the same is folded further and tried once more.
 * @example createAgent({ …, middleware: [createMiddleware(tenfold({ trigger: { fraction: 0.8 } }))] })
 */
export function tenfold(options: TenfoldOptions = {}): TenfoldMiddleware {
  const fitter = new Fitter(options);
  return {
    name: 'tenfold',
    async wrapModelCall(request, handler) {
      const said = request.messages as readonly Said[];
      const pieces = said.map(langchainPiece);
      const system = request.systemMessage?.text;
      const fitted = await fitter.fit({
        model: modelName(request.model),
        frame: { ...(system ? { system } : {}), ...toolsOf(request.tools) },
        messages: pieces.map(({ message }) => message),
        answer: answerOf(request.model),
      });
      const written = (rows: typeof fitted.rows) => ({
        ...request,
        messages: writePieces(pieces, rows, (text) => summaryFor(said, text)),
      });
      try {
        return await handler(fitted.isChanged ? written(fitted.rows) : request);
      } catch (error) {
        const shorter = isOverflow(error) ? await fitted.tooLong() : null;
        if (shorter === null) throw error;
        return handler(written(shorter.rows));
      }
    },
  };
}

/** What `tool` is given. */
export type RecallTool = [
  run: (input: unknown) => string,
  fields: { readonly name: string; readonly description: string; readonly schema: Record<string, unknown> },
];

/**
 * The tools by which a model looks up what was folded.
 * @example createAgent({ …, tools: recallTools(recall).map((given) => tool(...given)) })
 */
export function recallTools(recall: Recall): RecallTool[] {
  return recall.tools.map(({ name, description = '', parameters }) => [
    (input) => recall.answer(name, input),
    { name, description, schema: parameters as Record<string, unknown> },
  ]);
}

interface LangTool {
  readonly name?: string;
  readonly description?: string;
  readonly schema?: unknown;
}

/** What a model is told of its tools; those that are written as a provider wants them have no schema and are told as they are. */
function toolsOf(tools: readonly unknown[] = []): { tools?: readonly ToolDefinition[] } {
  const read = (tools as readonly LangTool[]).map((tool): ToolDefinition => {
    const { name = '', description = '', schema } = tool;
    const parameters = parametersOf(schema ?? tool);
    return { name, description, ...(parameters === undefined ? {} : { parameters }) };
  });
  return read.length === 0 ? {} : { tools: read };
}

interface LangModel {
  readonly model?: string;
  _llmType?(): string;
  invoke?(prompt: string): Promise<{ readonly text?: string; readonly content?: unknown }>;
}

function modelName(model: unknown): string {
  const { model: name = '', ...rest } = (model ?? {}) as LangModel;
  return `${(model as LangModel)?._llmType?.() ?? rest._llmType?.() ?? ''}:${name}`;
}

/** The agent's own model as a summarizer. */
function answerOf(model: unknown): Answerer {
  return answererBy(async (prompt) => {
    const { text, content } = await (model as Required<LangModel>).invoke(prompt);
    return { text: text ?? String(content), by: modelName(model) };
  });
}
