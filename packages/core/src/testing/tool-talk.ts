import { budgetOf } from '../budget.ts';
import { dryRun } from '../condense.ts';
import { condenseLoop, type Outcome } from '../condense-loop.ts';
import { type Conversation, conversationOf, protect } from '../conversation.ts';
import { counterFor } from '../count/model-counter.ts';
import type { Counter } from '../counter.ts';
import { type Json, type Message, resultText, textMessage } from '../message.ts';
import { project, render } from '../project.ts';
import { type LosslessConfig, lossless } from '../strategies/lossless.ts';
import { preparePasses } from '../strategies/registry.ts';
import { transcriptOf } from '../transcript.ts';

/** The counter talks of this kind are weighed with. */
export const count = counterFor('openai:gpt-4o');

/** A user's first words, and words that close a turn. */
export const start: Message = textMessage('user', 'Please look into it.');
export const next: Message = textMessage('user', 'Go on.');

let calls = 0;

/** A call of a tool and its answer. */
export function use(name: string, input: Json, output: string, isError = false): readonly Message[] {
  const id = `call-${++calls}`;
  return [
    { role: 'assistant', parts: [{ type: 'tool-call', id, name, input }] },
    { role: 'tool', parts: [{ type: 'tool-result', id, output, ...(isError ? { isError } : {}) }] },
  ];
}

/** Lines of a made-up file, one of which may differ. */
export function fileOf(lines: number, changed = -1): readonly string[] {
  return Array.from({ length: lines }, (_, i) =>
    i === changed ? `const changed${i} = compute(${i});` : `const value${i} = compute(${i}, "some words");`,
  );
}

/** Lines as a read tool shows them. */
export function numbered(lines: readonly string[], first = 1): string {
  return lines.map((line, i) => `${String(first + i).padStart(6)}→${line}`).join('\n');
}

/** All that Lossless does to these messages, one of which may be protected. */
export function condensed(messages: readonly Message[], config: Partial<LosslessConfig> = {}, kept?: number): Outcome {
  const conversation = conversationOf(transcriptOf(messages));
  return condensedOn(kept === undefined ? conversation : protect(conversation, conversation.transcript[kept]?.id ?? ''), config);
}

/** The same to a conversation, whose tokens may be counted in another way. */
export function condensedOn(conversation: Conversation, config: Partial<LosslessConfig> = {}, counter: Counter = count): Outcome {
  const { passes } = preparePasses(lossless, config);
  const terms = { strategy: lossless, passes, budget: budgetOf(1000), goal: 0, limit: null, askRoom: 0, leastGain: 0 };
  return dryRun(condenseLoop({ conversation, ...terms, count: counter }));
}

/** The tool results a model would see. */
export function shownResults({ conversation }: Outcome): readonly string[] {
  const messages = render(project(conversation));
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-result' ? resultText(part) : [])));
}
