import { type Answerer, answererBy } from './options.ts';

/** A model of the SDK, as far as it is asked. */
export interface AgentsModel {
  readonly model?: string;
  getResponse(request: object): Promise<{
    readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
    readonly output: readonly object[];
  }>;
  getStreamedResponse(request: object): AsyncIterable<object>;
}

/** A model of the SDK as a summarizer. */
export function answerBy(model: AgentsModel, by: string): Answerer {
  return answererBy(async (input, maxTokens) => {
    const { output, usage } = await model.getResponse({
      input,
      modelSettings: { maxTokens },
      tools: [],
      handoffs: [],
      outputType: 'text',
      tracing: false,
    });
    const said = (output as readonly { readonly content?: string | readonly { readonly text?: string }[] }[]).flatMap(
      ({ content = [] }) => (typeof content === 'string' ? [{ text: content }] : content),
    );
    const text = said.map(({ text = '' }) => text).join('');
    return { text, by, usage: { input: usage.inputTokens, output: usage.outputTokens } };
  });
}
