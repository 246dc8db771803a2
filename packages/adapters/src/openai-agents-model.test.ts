import { expect, it } from 'vitest';
import { wrapProvider } from './openai-agents-model.ts';
import { resultOf } from './testing/tool-run.ts';

const TOO_LONG = 'Your input exceeds the context window of this model.';
const usage = { inputTokens: 1, outputTokens: 1 };
type Request = { readonly input: readonly object[] };

/** A model as the SDK has them, with fields of its own that nobody else may read. */
class Model {
  readonly #takes: number;
  readonly #says: readonly object[];
  readonly seen: Request[] = [];

  /** What it says before it refuses, where it takes no more than so many characters. */
  constructor(takes: number, says: readonly object[] = []) {
    this.#takes = takes;
    this.#says = says;
  }

  async getResponse(request: Request) {
    this.seen.push(request);
    if (JSON.stringify(request.input).length > this.#takes) throw new Error(TOO_LONG);
    return { usage, output: [{ content: 'Done.' }] };
  }

  async *getStreamedResponse(request: Request): AsyncGenerator<object> {
    this.seen.push(request);
    yield* this.#says;
    if (JSON.stringify(request.input).length > this.#takes) throw new Error(TOO_LONG);
    yield { type: 'output_text_delta', delta: 'Done.' };
  }

  getRetryAdvice() {
    return `takes ${this.#takes}`;
  }
}

const input = Array.from({ length: 20 }, (_, turn) => [
  { type: 'message', role: 'user', content: `What about file ${turn}?` },
  { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: resultOf(turn) }] },
]).flat();
const request = { input: [...input, { type: 'message', role: 'user', content: 'And now?' }] };
const wrapped = (model: Model) => wrapProvider({ getModel: () => model }, { room: 100_000 }).getModel('gpt-4o');
const started = [{ type: 'response_started' }, { type: 'model', event: { type: 'response.created' } }];

async function streamed(model: Model): Promise<object[]> {
  const events: object[] = [];
  for await (const event of (await wrapped(model)).getStreamedResponse(request)) events.push(event);
  return events;
}

it('folds further and tries once more where a model refuses, said inside of a stream or not', async () => {
  const plain = new Model(15_000);
  expect(await (await wrapped(plain)).getResponse(request)).toMatchObject({ output: [{ content: 'Done.' }] });
  const streaming = new Model(15_000, started);
  expect(await streamed(streaming)).toEqual([...started, { type: 'output_text_delta', delta: 'Done.' }]);
  for (const { seen } of [plain, streaming]) {
    expect(seen.map((asked) => asked.input.length < request.input.length)).toEqual([false, true]);
    expect(seen[0]).toBe(request);
  }
});

it('tells the app where nothing more can be folded, and where something was said already', async () => {
  await expect((await wrapped(new Model(10))).getResponse(request)).rejects.toThrow(TOO_LONG);
  const late = new Model(15_000, [...started, { type: 'output_text_delta', delta: 'Well' }]);
  await expect(streamed(late)).rejects.toThrow(TOO_LONG);
  expect(late.seen).toHaveLength(1);
});

it('is the same model otherwise', async () => {
  const model = new Model(1_000_000);
  const provider = wrapProvider({ getModel: () => model });
  const first = await provider.getModel('gpt-4o');
  expect(first.getRetryAdvice()).toBe('takes 1000000');
  expect(await provider.getModel('gpt-4o')).toBe(first);
  expect(await (await provider.getModel()).getResponse({ input: [] as object[] })).toMatchObject({ usage });
});
