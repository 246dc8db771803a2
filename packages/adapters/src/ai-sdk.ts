import type { LanguageModelMiddleware, ModelMessage, PrepareStepFunction, ToolSet } from 'ai';
import { type Fitted, Fitter } from './fitter.ts';
import { type LanguageModel, ofModel } from './language-model.ts';
import type { TenfoldOptions } from './options.ts';
import { isOverflow } from './overflow.ts';
import { namedTools, type PromptTool, readPrompt, writePrompt } from './prompt.ts';
import type { Recall } from './recall.ts';
import { recallTools as plainTools } from './tool-set.ts';

type Wrapped = Parameters<NonNullable<LanguageModelMiddleware['wrapStream']>>[0];
type Params = Wrapped['params'];
type Streamed = Awaited<ReturnType<Wrapped['doStream']>>;
type StreamPart = Streamed['stream'] extends ReadableStream<infer Part> ? Part : never;

/**
 * Keeps every call of a model inside its window. A request that the model finds too long all the same is folded further and
 * tried once more.
 * @example wrapLanguageModel({ model: openai('gpt-4o'), middleware: tenfold() })
 */
export function tenfold(options: TenfoldOptions = {}): LanguageModelMiddleware {
  const fitter = new Fitter(options);
  const sent = new WeakMap<Params, () => Promise<Params | null>>();
  const shaped = (params: Params, write: (fitted: Fitted) => Params['prompt'], fitted: Fitted): Params => {
    const next = { ...params, prompt: write(fitted) };
    sent.set(next, async () => {
      const shorter = await fitted.tooLong();
      return shorter === null ? null : { ...params, prompt: write(shorter) };
    });
    return next;
  };
  return {
    specificationVersion: 'v4',
    async transformParams({ params, model }) {
      const read = readPrompt(params.prompt, [...(params.tools ?? []), ...formatOf(params.responseFormat)]);
      const fitted = await fitter.fit({ ...read, ...ofModel(model as LanguageModel) });
      return shaped(params, (now) => writePrompt(params.prompt, read, now), fitted);
    },
    async wrapGenerate({ doGenerate, params, model }) {
      try {
        return await doGenerate();
      } catch (error) {
        return model.doGenerate(await shorterFor(sent, params, error));
      }
    },
    async wrapStream({ doStream, params, model }) {
      try {
        const result = await doStream();
        return { ...result, stream: await begun(result.stream) };
      } catch (error) {
        return model.doStream(await shorterFor(sent, params, error));
      }
    },
  };
}

/**
 * The same for a loop whose model cannot be wrapped: `generateText({ tools, prepareStep: foldSteps({ tools }), … })`. Every step
 * is folded from what the loop began with and has come to, so that nothing is folded twice. A step is not shown its tools: those
 * that are not given here are not counted.
 */
export function foldSteps<Tools extends ToolSet = ToolSet>({
  tools,
  ...options
}: TenfoldOptions & { readonly tools?: Tools } = {}): PrepareStepFunction<Tools> {
  const fitter = new Fitter(options);
  return async (step) => {
    const { model, instructions } = step;
    const messages = messagesOf(step);
    const read = readPrompt(messages, namedTools(tools));
    const system = typeof instructions === 'string' ? { system: instructions } : {};
    const called = typeof model === 'string' ? { model } : ofModel(model as LanguageModel);
    const fitted = await fitter.fit({ ...read, ...called, frame: { ...system, ...read.frame } });
    return { messages: writePrompt(messages, read, fitted) };
  };
}

type Step = Pick<
  Parameters<PrepareStepFunction<ToolSet>>[0],
  'initialMessages' | 'responseMessages' | 'experimental_steeringMessages'
> & {
  readonly steps: readonly {
    readonly response: { readonly messages: readonly ModelMessage[] };
    readonly experimental_steeringMessages?: ModelMessage[];
  }[];
};

/** Everything said so far, with what people said in between (`experimental_steering`) at its place. */
function messagesOf({ initialMessages, responseMessages, steps, experimental_steeringMessages: now = [] }: Step): ModelMessage[] {
  const said = steps.flatMap(({ response, experimental_steeringMessages: then = [] }) => [...then, ...response.messages]);
  const before = responseMessages.length - steps.reduce((sum, { response }) => sum + response.messages.length, 0);
  return [...initialMessages, ...responseMessages.slice(0, before), ...said, ...now];
}

/**
 * The tools by which a model looks up what was folded.
 * @example generateText({ model, tools: { ...own, ...recallTools(recall) } })
 */
export function recallTools(recall: Recall): Record<'recall' | 'expand', ToolSet[string]> {
  // Believed: a tool of a plain schema is one of any input, which the SDK's union of tools does not say.
  return plainTools(recall) as unknown as Record<'recall' | 'expand', ToolSet[string]>;
}

/** The form of an answer, which a model is told of as it is of a tool. */
function formatOf(format: Params['responseFormat']): readonly PromptTool[] {
  return format?.type === 'json' && format.schema ? [{ name: format.name ?? '', inputSchema: format.schema }] : [];
}

async function shorterFor(sent: WeakMap<Params, () => Promise<Params | null>>, params: Params, error: unknown): Promise<Params> {
  const shorter = isOverflow(error) ? await sent.get(params)?.() : null;
  if (shorter === null || shorter === undefined) throw error;
  return shorter;
}

/** The same stream once it is clear that it begins with no refusal; some APIs say one inside of it. */
async function begun(stream: ReadableStream<StreamPart>): Promise<ReadableStream<StreamPart>> {
  const reader = stream.getReader();
  const first: StreamPart[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (value.type === 'error' && isOverflow(value.error)) {
      await reader.cancel();
      throw value.error;
    }
    first.push(value);
    if (!['stream-start', 'response-metadata', 'raw'].includes(value.type)) break;
  }
  return new ReadableStream({
    async pull(controller) {
      const next = first.shift();
      if (next !== undefined) return controller.enqueue(next);
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
