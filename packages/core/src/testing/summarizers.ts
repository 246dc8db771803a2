import type { Answer, FlatAsk } from '../ask.ts';
import { type Fact, factsIn } from './facts.ts';
import { injectionPayloads } from './payloads.ts';

/** A stand-in for the model that writes summaries. */
export type Summarizer = (ask: FlatAsk) => Answer;

/** Keeps every planted fact it is shown, a line each, and nothing else. */
export function goodSummarizer(facts: readonly Fact[]): Summarizer {
  return ({ material }) => {
    const lines = factsIn(material, facts).map((fact) => `- ${fact.text}`);
    return answer(lines.length > 0 ? `## Key Points\n${lines.join('\n')}` : '## Context\nNothing was settled here.');
  };
}

/** Answers with nothing. */
export const emptySummarizer: Summarizer = () => answer('');

/** Answers with far more than it was given or allowed. */
export const hugeSummarizer: Summarizer = ({ material, maxTokens }) =>
  answer('and then there was more to tell, '.repeat(Math.ceil(Math.max(maxTokens * 2, material.length / 8))));

/** Gives back what it was shown. */
export const echoingSummarizer: Summarizer = ({ material }) => answer(material);

/** Answers with an attack: the given one of the two hundred, or one chosen by the ask. */
export function hostileSummarizer(which?: number): Summarizer {
  return ({ key }) => {
    let chosen = which ?? 0;
    if (which === undefined) for (let i = 0; i < key.length; i++) chosen = (chosen * 31 + key.charCodeAt(i)) >>> 0;
    return answer(injectionPayloads[chosen % injectionPayloads.length] as string);
  };
}

/** Throws, as a client does that loses its connection. */
export const throwingSummarizer: Summarizer = () => {
  throw new Error('socket hang up');
};

/** Says that it failed, as a host does after its last retry. */
export const failingSummarizer: Summarizer = () => ({ ok: false, error: '429: rate limit reached' });

/** Calls a tool instead of writing a summary. */
export const toolCallingSummarizer: Summarizer = ({ key }) =>
  answer(
    JSON.stringify({
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `call_${key}`, type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } }],
    }),
  );

/** All of them by name, the good one knowing these facts. */
export function summarizersFor(facts: readonly Fact[]): Readonly<Record<SummarizerName, Summarizer>> {
  return {
    good: goodSummarizer(facts),
    empty: emptySummarizer,
    huge: hugeSummarizer,
    echoing: echoingSummarizer,
    hostile: hostileSummarizer(),
    throwing: throwingSummarizer,
    failing: failingSummarizer,
    'tool-calling': toolCallingSummarizer,
  };
}

/** Names of the stand-ins. */
export type SummarizerName = 'good' | 'empty' | 'huge' | 'echoing' | 'hostile' | 'throwing' | 'failing' | 'tool-calling';

function answer(text: string): Answer {
  return { ok: true, text, by: 'stand-in' };
}
