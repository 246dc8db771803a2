import type { LanguageModelV4, LanguageModelV4Prompt, LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import { countText } from '@tenfold/core';
import type { Passage } from '../recall.ts';

/** Words a turn is streamed in, so that it looks like the answers of other models. */
const AT_ONCE = 6;

const WHO =
  'I am the offline model that comes with Tenfold. I cannot think or write for you, but I remember every word of this conversation, ' +
  'also what was condensed, and can look things up in it. Add a profile in the settings to talk to a real model.';

const ONE = 'This passage of our conversation matches best:';
const SEVERAL = 'These passages of our conversation match best:';
const LEADS = [ONE, SEVERAL];

/** A model without a model: says what it is and answers with the passages of the conversation that match best. */
export function offlineModel(passages: (query: string) => Promise<readonly Passage[]>): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'embedded',
    modelId: 'offline',
    supportedUrls: {},
    async doGenerate({ prompt }) {
      const text = await answerTo(prompt, passages);
      return { content: [{ type: 'text', text }], finishReason: STOP, usage: usageOf(prompt, text), warnings: [] };
    },
    async doStream({ prompt, abortSignal }) {
      const text = await answerTo(prompt, passages);
      return { stream: streamed(text, usageOf(prompt, text), abortSignal) };
    },
  };
}

const STOP = { unified: 'stop', raw: 'stop' } as const;

async function answerTo(
  prompt: LanguageModelV4Prompt,
  passages: (query: string) => Promise<readonly Passage[]>,
): Promise<string> {
  const said = prompt.filter(({ role }) => role === 'user');
  const question = wordsOf(said.at(-1)).trim();
  const isFirst = !prompt.some(({ role }) => role === 'assistant');
  // What was just asked matches itself best, and an answer of this kind quotes what is found anyway.
  const found = (await passages(question)).filter(
    ({ text }) => text.trim() !== question && !LEADS.some((lead) => text.includes(lead)),
  );
  if (found.length === 0)
    return isFirst ? `${WHO} Your message is noted.` : 'Noted. Nothing earlier in this conversation matches that.';
  const quoted = found.map(
    ({ position, role, text }) => `> ${withWholeTables(text).replace(/\n/g, '\n> ')}\n> (message ${position + 1}, ${role})`,
  );
  const lead = found.length === 1 ? ONE : SEVERAL;
  return [...(isFirst ? [WHO] : []), lead, ...quoted].join('\n\n');
}

/** Rows of a table whose head lies outside the passage are shown as they are: without it they would run together. */
function withWholeTables(text: string): string {
  return text.replace(/^\|.*(?:\n\|.*)*$/gm, (rows) => (/^\|[ :|-]+\|$/m.test(rows) ? rows : `\`\`\`\n${rows}\n\`\`\``));
}

function wordsOf(message: LanguageModelV4Prompt[number] | undefined): string {
  if (message === undefined) return '';
  if (typeof message.content === 'string') return message.content;
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

/** It bills what the counter counts. */
function usageOf(prompt: LanguageModelV4Prompt, text: string): LanguageModelV4Usage {
  const input = prompt.reduce((sum, message) => sum + countText(wordsOf(message)), 0);
  const output = countText(text);
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  };
}

function streamed(
  text: string,
  usage: LanguageModelV4Usage,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> {
  const words = text.match(/^\s+|\S+\s*/g) ?? [];
  let next = 0;
  return new ReadableStream<LanguageModelV4StreamPart>({
    start(out) {
      out.enqueue({ type: 'stream-start', warnings: [] });
      out.enqueue({ type: 'text-start', id: 'text' });
    },
    async pull(out) {
      // A turn of the event loop between words, so that others are served and a stop is heard.
      await new Promise((resume) => setImmediate(resume));
      if (signal?.aborted) return out.error(signal.reason);
      if (next < words.length) {
        out.enqueue({ type: 'text-delta', id: 'text', delta: words.slice(next, next + AT_ONCE).join('') });
        next += AT_ONCE;
        return;
      }
      out.enqueue({ type: 'text-end', id: 'text' });
      out.enqueue({ type: 'finish', finishReason: STOP, usage });
      out.close();
    },
  });
}
