import type { Entry, PartFold } from '@tenfold/contract';
import { resultText } from '@tenfold/core';
import { tookBetween } from './took.ts';

/** What came of a call, where it is known: the text of its result, and what the model sees in its place. */
export interface ToolOutcome {
  readonly text: string;
  readonly isError: boolean;
  /** Milliseconds it took, where the record says. */
  readonly took?: number | null;
  readonly fold?: PartFold | undefined;
}

/** The results of an entry's calls, by call: those that stand right after it. */
export function outcomesOf(entry: Entry, entries: ReadonlyMap<number, Entry>): ReadonlyMap<string, ToolOutcome> {
  const outcomes = new Map<string, ToolOutcome>();
  if (!entry.parts.some(({ type }) => type === 'tool-call')) return outcomes;
  for (let next = entries.get(entry.position + 1); next?.role === 'tool'; next = entries.get(next.position + 1))
    for (const [index, part] of next.parts.entries())
      if (part.type === 'tool-result')
        outcomes.set(part.id, {
          text: resultText(part),
          isError: part.isError === true,
          took: tookBetween(entry, next),
          fold: next.partFolds.findLast((fold) => fold.index === index),
        });
  return outcomes;
}

/** Whether everything an entry says stands with the calls before it already. */
export function isShownWithCall(entry: Entry, entries: ReadonlyMap<number, Entry>): boolean {
  if (entry.role !== 'tool') return false;
  let before = entries.get(entry.position - 1);
  while (before?.role === 'tool') before = entries.get(before.position - 1);
  const calls = new Set(before?.parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : [])));
  return entry.parts.every((part) => part.type === 'tool-result' && calls.has(part.id));
}
