import type { Part } from '../message.ts';
import { isLeftOut, placesOf } from '../places.ts';
import type { Transcript } from '../transcript.ts';
import type { Range, Rule } from './rule.ts';

/**
 * A call and its result are one unit, with whatever stands between them. An id used again starts a new call; a
 * result answers the latest open call of its id; a result that answers nothing, or a second time, stands alone.
 * A call the model has not gone on from may still be answered, so it holds all that follows.
 */
export const toolPairs: Rule = (transcript) => {
  const { answered, waiting } = pairsOf(transcript);
  return [...answered, ...waiting.map((call): Range => [call, transcript.length - 1])];
};

/** Positions of calls that wait for their results. */
export function waitingCalls(transcript: Transcript): readonly number[] {
  return pairsOf(transcript).waiting;
}

/** Position of the call a part answers; its own where it answers none. */
export function callOf(transcript: Transcript, index: number, part: number): number {
  return pairsOf(transcript).calls.get(placeKey(index, part)) ?? index;
}

interface Pairs {
  readonly answered: readonly Range[];
  /** Position of the call of a result, by where the result stands. */
  readonly calls: ReadonlyMap<number, number>;
  readonly waiting: readonly number[];
}

/** One number for a part of an entry: millions of parts do not reach the next entry. */
function placeKey(index: number, part: number): number {
  return index * 2 ** 21 + part;
}

const known = new WeakMap<Transcript, Pairs>();

function pairsOf(transcript: Transcript): Pairs {
  const there = known.get(transcript);
  if (there !== undefined) return there;
  const answered: Range[] = [];
  const calls = new Map<number, number>();
  const open = new Map<string, number>();
  for (const index of placesOf(transcript)) {
    const parts = transcript[index]?.message.parts ?? [];
    for (let at = 0; at < parts.length; at++) {
      const part = parts[at] as Part;
      if (part.type === 'tool-call') open.set(part.id, index);
      if (part.type !== 'tool-result') continue;
      const call = open.get(part.id);
      open.delete(part.id);
      if (call !== undefined) calls.set(placeKey(index, at), call);
      if (call !== undefined && call !== index) answered.push([call, index]);
    }
  }
  const latest = latestAnswer(transcript);
  const pairs = { answered, calls, waiting: [...open.values()].filter((call) => call >= latest) };
  known.set(transcript, pairs);
  return pairs;
}

/** First message of the model's latest, uninterrupted say. Nothing is folded behind a call that waits, so what a host left out was gone on with. */
function latestAnswer(transcript: Transcript): number {
  const speaks = (index: number) => transcript[index]?.message.role === 'assistant';
  let index = transcript.length - 1;
  while (index >= 0 && !speaks(index) && !isLeftOut(transcript, index)) index--;
  while (speaks(index - 1)) index--;
  return index;
}
