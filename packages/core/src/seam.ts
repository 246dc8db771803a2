import { type Conversation, positionsOf } from './conversation.ts';
import type { Message } from './message.ts';
import { placesOf } from './places.ts';
import { shownWhole } from './protection.ts';
import type { Range } from './rules/rule.ts';
import { mergeRanges, unitsOf } from './rules/units.ts';
import type { Transcript } from './transcript.ts';

/** Where a transcript may be cut, and what may not be touched at all. Indexes are positions in the transcript. */
export interface Seams {
  /** True when a cut right before entry `index` separates nothing that belongs together. */
  cutBefore(index: number): boolean;
  /** First and last index of the unit (tool transaction, reasoning chain, fold group) entry `index` belongs to. */
  unit(index: number): readonly [number, number];
  /** True for entries no strategy may fold: the opening, system text, protected ones and their transactions. */
  fixed(index: number): boolean;
  /** First entry of the open turn: the latest user message and all that follows. */
  readonly openTurn: number;
}

/** The seams of a conversation: the rules' units, joined with what its active folds already hold together. */
export function seamsOf(conversation: Conversation): Seams {
  const { transcript } = conversation;
  const base = unitsOf(transcript);
  const length = transcript.length;
  const held = foldRanges(conversation);
  const units = held.length === 0 ? base : mergeRanges(length, [...held, ...base.ranges]);
  const fixed = shownWhole(conversation);
  for (const index of openingOf(transcript)) fixed.fill(1, base.first[index], (base.last[index] ?? index) + 1);
  const openTurn = openTurnOf(transcript);
  return {
    cutBefore: (index) => index <= 0 || index >= length || units.first[index] === index,
    unit: (index) => [units.first[index] ?? index, units.last[index] ?? index],
    fixed: (index) => fixed[index] === 1,
    openTurn: units.first[openTurn] ?? length,
  };
}

/** Ranges the active folds hold together: each span, and all spans of a group from the first to the last. */
function foldRanges(conversation: Conversation): Range[] {
  const at = positionsOf(conversation.transcript);
  const groups = new Map<string, [number, number]>();
  const ranges: Range[] = [];
  for (const { target, group } of conversation.folds) {
    if (target.kind !== 'span') continue;
    const from = at.get(target.from);
    const to = at.get(target.to);
    if (from === undefined || to === undefined) continue;
    const grown = group === undefined ? undefined : groups.get(group);
    if (grown !== undefined) {
      grown[0] = Math.min(grown[0], from);
      grown[1] = Math.max(grown[1], to);
      continue;
    }
    const range: [number, number] = [from, to];
    if (group !== undefined) groups.set(group, range);
    ranges.push(range);
  }
  return ranges;
}

/** The opening is protected by default: every system entry, and the first entry that is not one. */
export function openingOf(transcript: Transcript): number[] {
  const isSystem = (index: number) => transcript[index]?.message.role === 'system';
  let first = 0;
  while (isSystem(first)) first++;
  const opening = Array.from({ length: Math.min(first + 1, transcript.length) }, (_, index) => index);
  for (const index of placesOf(transcript)) if (index > first && isSystem(index)) opening.push(index);
  return opening;
}

/** Position of the latest message a user wrote; the transcript's end when there is none. */
function openTurnOf(transcript: Transcript): number {
  for (let index = transcript.length - 1; index >= 0; index--) {
    if (isSpoken(transcript[index]?.message)) return index;
  }
  return transcript.length;
}

/** True for a user's own words or files, not for tool results that some wires carry in the user's role. */
function isSpoken(message: Message | undefined): boolean {
  return message?.role === 'user' && message.parts.some((part) => part.type !== 'tool-result');
}
