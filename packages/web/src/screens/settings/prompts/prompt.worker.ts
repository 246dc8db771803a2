import { countText, type JsonObject, type Message, promptProblem } from '@tenfold/core';
import { loadCounter } from '@tenfold/core/browser';
import table from '@tenfold/core/o200k.bin?url';
import { type PromptPreview, promptPreview } from './prompt-preview.ts';

/** A prompt to check, or messages to show one on. */
export type PromptRequest =
  | { readonly id: number; readonly kind: 'check'; readonly prompt: string }
  | { readonly id: number; readonly kind: 'preview'; readonly messages: readonly Message[]; readonly config: JsonObject };

/** What came of it. */
export type PromptAnswer =
  | { readonly id: number; readonly kind: 'check'; readonly problem: string | null; readonly tokens: number }
  | { readonly id: number; readonly kind: 'preview'; readonly preview: PromptPreview | null }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string };

const loaded = loadCounter(table);

self.addEventListener('message', async ({ data }: MessageEvent<PromptRequest>) => {
  let answer: PromptAnswer;
  try {
    await loaded;
    answer =
      data.kind === 'check'
        ? { id: data.id, kind: 'check', problem: promptProblem(data.prompt, countText), tokens: countText(data.prompt) }
        : { id: data.id, kind: 'preview', preview: promptPreview(data.messages, data.config) };
  } catch (error) {
    answer = { id: data.id, kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
  self.postMessage(answer);
});
