import { type Conversation, positionsOf } from './conversation.ts';
import { isRequest, type Writers, writersIn } from './injected.ts';
import type { Message } from './message.ts';
import { placesOf } from './places.ts';
import { shownWhole } from './protection.ts';
import type { Range } from './rules/rule.ts';
import { waitingCalls } from './rules/tool-pairs.ts';
import { mergeRanges, type Units, unitsOf } from './rules/units.ts';
import type { Transcript } from './transcript.ts';

/** Where a transcript may be cut, and what may not be touched at all. Indexes are positions in the transcript. */
export interface Seams {
  /** True when a cut right before entry `index` separates nothing that belongs together. */
  cutBefore(index: number): boolean;
  /** First and last index of the unit (tool transaction, reasoning chain, fold group) entry `index` belongs to. */
  unit(index: number): readonly [number, number];
  /** True for entries nobody may touch: the opening, the request, calls that wait for results, what is protected. */
  fixed(index: number): boolean;
  /** True for entries that may not be hidden: the fixed ones and whatever belongs together with one. */
  held(index: number): boolean;
  /** The latest request. What stands before it is history, what follows are the steps taken on it; the end when nobody asked. */
  readonly request: number;
  /** First entry of the newest step and of what is unread or unanswered: from here on only the floor may cut. */
  readonly newest: number;
  /** First entry behind the model's latest words: results there have not been read yet. */
  readonly unread: number;
}

/** The seams of a conversation: the rules' units, joined with what its active folds already hold together. */
export function seamsOf(conversation: Conversation): Seams {
  const { transcript } = conversation;
  const base = unitsOf(transcript);
  const length = transcript.length;
  const folded = foldRanges(conversation);
  const units = folded.length === 0 ? base : mergeRanges([...folded, ...base.ranges]);
  const fixed = shownWhole(conversation);
  const markUnit = (marks: Uint8Array, index: number) => {
    const [first, last] = base.of(index);
    marks.fill(1, first, last + 1);
  };
  for (const index of openingOf(transcript)) markUnit(fixed, index);
  const held = fixed.slice();
  const request = requestOf(transcript);
  for (const index of [request, ...waitingCalls(transcript)]) {
    if (index >= length) continue;
    fixed[index] = 1;
    markUnit(held, index);
  }
  const unread = unreadFrom(transcript);
  return {
    cutBefore: (index) => index <= 0 || index >= length || units.of(index)[0] === index,
    unit: (index) => units.of(index),
    fixed: (index) => fixed[index] === 1,
    held: (index) => held[index] === 1,
    request,
    newest: Math.min(newestStep(transcript, units, request), unreadResult(transcript, base, unread)),
    unread,
  };
}

/** The last unit behind the request in which the model spoke and got what it asked for, with all that follows. */
function newestStep(transcript: Transcript, units: Units, request: number): number {
  const waiting = new Set(waitingCalls(transcript));
  let from = transcript.length;
  while (from > request + 1) {
    const last = from - 1;
    from = units.of(last)[0];
    let spoke = false;
    let waits = false;
    for (let index = from; index <= last; index++) {
      spoke ||= transcript[index]?.message.role === 'assistant';
      waits ||= waiting.has(index);
    }
    if (spoke && !waits) break;
  }
  return Math.max(from, Math.min(request + 1, transcript.length));
}

/** First entry of the transaction whose result is the first that was not read; the end when all were. */
function unreadResult(transcript: Transcript, units: Units, unread: number): number {
  for (let index = unread; index < transcript.length; index++) {
    if (transcript[index]?.message.parts.some(({ type }) => type === 'tool-result')) return units.of(index)[0];
  }
  return transcript.length;
}

function unreadFrom(transcript: Transcript): number {
  let index = transcript.length;
  while (index > 0 && transcript[index - 1]?.message.role !== 'assistant') index--;
  return index;
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

/**
 * The opening is protected by default: the system text a conversation starts with and the first entry that is none. System
 * entries further on are put there by a harness: the newest holds, older ones are like any other.
 */
export function openingOf(transcript: Transcript): number[] {
  const isSystem = (index: number) => transcript[index]?.message.role === 'system';
  let first = 0;
  while (isSystem(first)) first++;
  const opening = Array.from({ length: Math.min(first + 1, transcript.length) }, (_, index) => index);
  const newest = placesOf(transcript).findLast((index) => isSystem(index));
  return newest === undefined || newest <= first ? opening : [...opening, newest];
}

const known = new WeakMap<Transcript, number>();

/**
 * Position of the latest request: the newest turn in which a person asked, told or attached something, the newest of the
 * user's role where none is sure to be a person's. The transcript's end where there is none at all. Remembered per transcript.
 */
function requestOf(transcript: Transcript): number {
  let request = known.get(transcript);
  if (request === undefined) {
    request = latestRequest(transcript);
    known.set(transcript, request);
  }
  return request;
}

function latestRequest(transcript: Transcript): number {
  const places = placesOf(transcript);
  let writers: Writers | undefined;
  let spoken = transcript.length;
  for (let at = places.length - 1; at >= 0; at--) {
    const index = places[at] as number;
    const message = transcript[index]?.message;
    if (message === undefined || !isSpoken(message)) continue;
    if (spoken === transcript.length) spoken = index;
    // Where the model had ended its turn, whoever speaks makes it go on, however often the same was said before.
    if (endsTurn(transcript[index - 1]?.message)) {
      if (asks(message)) return index;
      continue;
    }
    writers ??= writersIn(transcript.map((entry) => entry.message));
    if (asks(message, writers)) return index;
  }
  return spoken;
}

function asks({ parts }: Message, writers?: Writers): boolean {
  return parts.some((part) => part.type === 'attachment' || (part.type === 'text' && isRequest(part.text, writers)));
}

/** True where an answer waits for no tool. */
function endsTurn(before: Message | undefined): boolean {
  return before?.role === 'assistant' && !before.parts.some(({ type }) => type === 'tool-call');
}

/** True for a user's own words or files, not for tool results that some wires carry in the user's role. */
function isSpoken({ role, parts }: Message): boolean {
  return role === 'user' && parts.some((part) => part.type !== 'tool-result');
}
