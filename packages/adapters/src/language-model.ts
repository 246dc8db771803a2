import { type Answerer, answererBy } from './options.ts';

/** What a model of the AI SDK streams, in any of its versions, as far as it is read. */
interface StreamedPart {
  readonly type: string;
  readonly delta?: string;
  readonly error?: unknown;
  readonly usage?: { readonly inputTokens?: Tokens; readonly outputTokens?: Tokens };
}

type Tokens = number | { readonly total: number | undefined };

/** A model of the AI SDK as that and Mastra hand it over. Mastra's streams whole answers too, so that only streaming is asked for. */
export interface LanguageModel {
  readonly provider: string;
  readonly modelId: string;
  doStream(call: {
    prompt: { role: 'user'; content: { type: 'text'; text: string }[] }[];
    maxOutputTokens: number;
  }): PromiseLike<{ readonly stream: ReadableStream<StreamedPart> }>;
}

/** What a call tells of its model. */
export function ofModel(model: LanguageModel): { readonly model: string; readonly answer: Answerer } {
  return { model: `${model.provider.split('.')[0]}:${model.modelId}`, answer: answerOf(model) };
}

/** The app's own model as a summarizer. */
function answerOf(model: LanguageModel): Answerer {
  return answererBy(async (prompt, maxOutputTokens) => {
    const { stream } = await model.doStream({
      prompt: [{ role: 'user', content: [{ type: 'text', text: prompt }] }],
      maxOutputTokens,
    });
    let text = '';
    let usage: StreamedPart['usage'];
    for await (const part of stream) {
      if (part.type === 'error') throw part.error;
      if (part.type === 'text-delta') text += part.delta ?? '';
      usage = part.usage ?? usage;
    }
    return { text, by: model.modelId, usage: { input: total(usage?.inputTokens), output: total(usage?.outputTokens) } };
  });
}

function total(tokens: Tokens = 0): number {
  return typeof tokens === 'number' ? tokens : (tokens.total ?? 0);
}
