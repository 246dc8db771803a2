import { counterFor, textMessage } from '@tenfold/core';
import { loadCounter } from '@tenfold/core/browser';
import table from '@tenfold/core/o200k.bin?url';

/** Texts to be counted for a model: the first as a message, the others as pieces of it. */
export interface CountRequest {
  /** The model's name; null where its tokens are exactly those of the table. */
  readonly model: string | null;
  readonly texts: readonly string[];
}

/** Their tokens, or null where the table could not be loaded. */
export type CountAnswer = readonly number[] | null;

/** A model that counts with the table as it is. */
const EXACT = 'gpt-4o';

const loaded = loadCounter(table);

self.addEventListener('message', async ({ data: { model, texts } }: MessageEvent<CountRequest>) => {
  let tokens: CountAnswer = null;
  try {
    await loaded;
    const count = counterFor(model ?? EXACT);
    tokens = texts.map((text, index) => (index === 0 ? count.message(textMessage('user', text)) : count.text(text)));
  } catch {
    // The server counts as well; its number comes a little later.
  }
  self.postMessage(tokens);
});
