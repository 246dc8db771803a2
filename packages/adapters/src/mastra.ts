import { type Fitted, Fitter } from './fitter.ts';
import { type LanguageModel, ofModel } from './language-model.ts';
import type { TenfoldOptions } from './options.ts';
import { isOverflow } from './overflow.ts';
import { namedTools, type PromptTool, readPrompt, writePrompt } from './prompt.ts';

export { type RecallTool, recallTools } from './tool-set.ts';

/** What Mastra hands to a processor before a call, as far as it is read. */
interface LlmRequest<Item extends object> {
  readonly prompt: Item[];
  readonly model: unknown;
  readonly state: Record<string, unknown>;
}

/** What Mastra shows of a step before its prompt is made, as far as it is read. */
interface Step {
  readonly tools?: Record<string, unknown>;
  readonly activeTools?: readonly string[];
  readonly state: Record<string, unknown>;
}

/** A processor of Mastra, for `inputProcessors` and `errorProcessors`. */
export interface TenfoldProcessor {
  readonly id: 'tenfold';
  processInputStep(step: Step): undefined;
  processLLMRequest<Item extends object>(request: LlmRequest<Item>): Promise<{ prompt: Item[] }>;
  processAPIError(failed: {
    readonly error: unknown;
    readonly retryCount: number;
    readonly state: Record<string, unknown>;
  }): Promise<{ retry: boolean } | undefined>;
}

/**
 * Keeps every call of an agent inside its model's window; what it remembers stays whole.
 * @example new Agent({ …, inputProcessors: [tenfold()] })
 */
export function tenfold(options: TenfoldOptions = {}): TenfoldProcessor {
  const fitter = new Fitter(options);
  let latest: Fitted | null = null;
  return {
    id: 'tenfold',
    /** Only here are the step's tools shown. */
    processInputStep({ tools = {}, activeTools, state }) {
      state.tools = namedTools(tools).filter(({ name }) => activeTools?.includes(name) ?? true);
      return undefined;
    },
    async processLLMRequest({ prompt, model, state }) {
      const read = readPrompt(prompt, state.tools as readonly PromptTool[] | undefined);
      const fitted = await fitter.fit({ ...read, ...ofModel(model as LanguageModel) });
      state.tenfold = fitted;
      latest = fitted;
      return { prompt: writePrompt(prompt, read, fitted) };
    },
    /** What is folded further here is found settled when the call is made again. */
    async processAPIError({ error, retryCount, state }) {
      const fitted = (state.tenfold as Fitted | undefined) ?? latest;
      if (retryCount > 0 || fitted === null || !isOverflow(error)) return undefined;
      return { retry: (await fitted.tooLong()) !== null };
    },
  };
}
