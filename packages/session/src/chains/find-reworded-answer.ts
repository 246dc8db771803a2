import type { EntryId, Message, Part, Transcript } from '@tenfold/core';
import { chained, type Hidden } from '@tenfold/dialects';
import { sha256 } from '@tenfold/store';
import type { Chain } from './chain.ts';
import { RECALL_NAMES } from './run-recall.ts';

/**
 * What a client has in place of an answer that it was not shown whole, where it sends it back in words of its own, such as without its
 * thinking. `length`: how much of the transcript the chain knows. Null where there is no such answer, or it says something else.
 */
export function findRewordedAnswer(
  chain: Chain,
  transcript: Transcript,
  length: number,
): readonly [first: EntryId, Hidden] | null {
  if (chain.unconfirmed !== length) return null;
  const end = transcript.findIndex(({ message }, at) => at >= length && message.role !== 'assistant');
  const theirs = transcript.slice(length, end === -1 ? undefined : end);
  const [first] = theirs;
  if (first === undefined) return null;
  const parent = transcript[length - 1]?.id ?? null;
  const ours = chain.ids[length];
  for (const { real } of chain.hidden.values()) {
    if (chained(real, sha256, parent)[0]?.id !== ours) continue;
    const isSame = visibleContent(real) === visibleContent(theirs.map(({ message }) => message));
    return isSame ? [first.id, { shown: theirs.map(({ id }) => id), real }] : null;
  }
  return null;
}

/** What a client can see of an answer, and does not leave out or lay out anew: its words and its calls of the client's tools. */
function visibleContent(messages: readonly Message[]): string {
  const parts = messages.flatMap(({ role, parts }) => (role === 'assistant' ? (parts as readonly Part[]) : []));
  const words = parts.flatMap((part) => (part.type === 'text' ? [part.text.replace(/\s+/g, '')] : []));
  const calls = parts.flatMap((part) =>
    part.type === 'tool-call' && !RECALL_NAMES.has(part.name) ? [[part.id, part.name, part.input]] : [],
  );
  return JSON.stringify([words.join(''), calls]);
}
