import type { Json, ToolDefinition } from '@tenfold/core';
import { type Fitted, Fitter } from './fitter.ts';
import { type AgentsModel, answerBy } from './openai-agents-answer.ts';
import { type Item, piecesOf, summaryItem } from './openai-agents-item.ts';
import type { TenfoldOptions } from './options.ts';
import { isOverflow } from './overflow.ts';
import { writePieces } from './pieces.ts';

/** What a model of the SDK is asked, as far as it is read. */
interface Request {
  readonly input: string | readonly unknown[];
  readonly systemInstructions?: string;
  readonly tools?: readonly { readonly name?: string; readonly description?: string; readonly parameters?: unknown }[];
  readonly handoffs?: readonly {
    readonly toolName: string;
    readonly toolDescription: string;
    readonly inputJsonSchema: unknown;
  }[];
  readonly outputType?: unknown;
}

/** Where a runner gets its models from. */
export interface AgentsProvider<Model extends AgentsModel = AgentsModel> {
  getModel(name?: string): Promise<Model> | Model;
}

/**
 * A provider whose models keep every call inside their window. It sees what `tenfold()` does not: tools of MCP servers, handoffs
 * and refusals; a request that the model finds too long is folded further and tried once more.
 * @example new Runner({ modelProvider: wrapProvider(new OpenAIProvider()) })
 */
export function wrapProvider<Model extends AgentsModel>(
  provider: AgentsProvider<Model>,
  options: TenfoldOptions = {},
): AgentsProvider<Model> {
  const fitter = new Fitter(options);
  const known = new WeakMap<Model, Model>();
  return {
    async getModel(name) {
      const model = await provider.getModel(name);
      const wrapped = known.get(model) ?? wrapModel(model, name ?? model.model ?? '', fitter);
      known.set(model, wrapped);
      return wrapped;
    },
  };
}

function wrapModel<Model extends AgentsModel>(model: Model, name: string, fitter: Fitter): Model {
  const own: Partial<AgentsModel> = {
    async getResponse(request) {
      const { first, shorter } = await fitting(fitter, model, name, request as Request);
      try {
        return await model.getResponse(first);
      } catch (error) {
        return model.getResponse(await shorter(error));
      }
    },
    async *getStreamedResponse(request) {
      const { first, shorter } = await fitting(fitter, model, name, request as Request);
      const held: object[] = [];
      let isBegun = false;
      try {
        for await (const event of model.getStreamedResponse(first)) {
          held.push(event);
          isBegun ||= !isPrelude(event as StreamEvent);
          if (isBegun) yield* held.splice(0);
        }
        yield* held;
      } catch (error) {
        if (isBegun) throw error;
        yield* model.getStreamedResponse(await shorter(error));
      }
    },
  };
  // Models keep private fields, so that everything else is asked of the model itself.
  return new Proxy(model, {
    get(target, key) {
      const value: unknown = Reflect.get(own, key) ?? Reflect.get(target, key);
      return typeof value === 'function' && !(key in own) ? value.bind(target) : value;
    },
  });
}

/** The request as it is to be sent, and what to send once it was refused. */
async function fitting<Asked extends Request>(fitter: Fitter, model: AgentsModel, name: string, request: Asked) {
  const { input, systemInstructions: system } = request;
  const pieces = piecesOf(typeof input === 'string' ? [summaryItem(input)] : (input as readonly Item[]));
  const tools = toolsOf(request);
  const fitted = await fitter.fit({
    model: `openai:${name}`,
    answer: answerBy(model, name),
    frame: { ...(system === undefined ? {} : { system }), ...(tools.length === 0 ? {} : { tools }) },
    messages: pieces.map(({ message }) => message),
  });
  const written = ({ rows, isChanged }: Fitted): Asked =>
    isChanged ? { ...request, input: writePieces(pieces, rows, summaryItem) } : request;
  return {
    first: written(fitted),
    async shorter(error: unknown): Promise<Asked> {
      const further = isOverflow(error) ? await fitted.tooLong() : null;
      if (further === null) throw error;
      return written(further);
    },
  };
}

/** Whatever is told to the model beside the messages. */
function toolsOf({ tools = [], handoffs = [], outputType }: Request): readonly ToolDefinition[] {
  return [
    ...tools.map((tool) => ({
      name: tool.name ?? '',
      description: tool.description ?? '',
      parameters: (tool.parameters ?? tool) as Json,
    })),
    ...handoffs.map((to) => ({ name: to.toolName, description: to.toolDescription, parameters: to.inputJsonSchema as Json })),
    ...(typeof outputType === 'object' ? [{ name: 'output', parameters: outputType as Json }] : []),
  ];
}

interface StreamEvent {
  readonly type?: string;
  readonly event?: { readonly type?: string };
}

/** What comes before a refusal that is said inside of a stream. */
function isPrelude({ type, event }: StreamEvent): boolean {
  return (
    type === 'response_started' ||
    (type === 'model' && /^(response\.(created|queued|in_progress|failed)|error)$/.test(event?.type ?? ''))
  );
}
