import { type Conversation, positionsOf } from './conversation.ts';
import { cutText } from './cut.ts';
import { fencePart } from './fence.ts';
import type { Fold, FoldId, GroupId, Origin, PartTarget } from './fold.ts';
import { attachmentLine, attachmentsIn, type Json, type Message, type Part, resultText } from './message.ts';
import { callOf } from './rules/tool-pairs.ts';

/** Top fold that applies to each folded part, by position of its entry. */
export type AppliedFolds = ReadonlyMap<number, readonly Fold[]>;

/**
 * The part folds of a conversation that apply while the `hidden` entries are out of view and the `whole` ones show
 * as they are. A reference or delta applies only if each origin is rendered whole above it; folds stacked on a part
 * rest when the one below does; a group applies as a whole or not at all.
 */
export function appliedFolds(conversation: Conversation, hidden: Uint8Array, whole: Uint8Array): AppliedFolds {
  const stacks = stacksByEntry(conversation);
  if (stacks.size === 0) return new Map();
  const at = positionsOf(conversation.transcript);
  const resting = new Set<GroupId>();
  const calls = (index: number, part: number) => callOf(conversation.transcript, index, part);
  for (;;) {
    const { tops, applied } = applyOnce(stacks, { hidden, whole, at, resting, calls });
    const before = resting.size;
    for (const [index, parts] of stacks) {
      if (hidden[index] === 1) continue;
      for (const fold of parts.flat()) if (fold.group !== undefined && !applied.has(fold.id)) resting.add(fold.group);
    }
    if (resting.size === before) return tops;
  }
}

/** Folds of each entry, by part, oldest first. */
type Stacks = ReadonlyMap<number, readonly (readonly PartFold[])[]>;
type PartFold = Fold & { readonly target: PartTarget };

function stacksByEntry(conversation: Conversation): Stacks {
  const at = positionsOf(conversation.transcript);
  const byEntry = new Map<number, Map<number, PartFold[]>>();
  for (const fold of conversation.folds) {
    if (fold.target.kind !== 'part') continue;
    const index = at.get(fold.target.entry);
    if (index === undefined || fold.target.index >= (conversation.transcript[index]?.message.parts.length ?? 0)) continue;
    const parts = byEntry.get(index) ?? new Map<number, PartFold[]>();
    byEntry.set(index, parts);
    const stack = parts.get(fold.target.index);
    if (stack === undefined) parts.set(fold.target.index, [fold as PartFold]);
    else stack.push(fold as PartFold);
  }
  const inOrder = [...byEntry].sort(([a], [b]) => a - b);
  return new Map(inOrder.map(([index, parts]) => [index, [...parts].sort(([a], [b]) => a - b).map(([, stack]) => stack)]));
}

/** What decides whether a fold applies, beside the folds above it. */
interface Standing {
  readonly hidden: Uint8Array;
  readonly whole: Uint8Array;
  readonly at: ReadonlyMap<string, number>;
  readonly resting: ReadonlySet<GroupId>;
  /** Where the call of a result stands. */
  calls(index: number, part: number): number;
}

function applyOnce(stacks: Stacks, { hidden, whole, at, resting, calls }: Standing) {
  const tops = new Map<number, Fold[]>();
  const applied = new Set<FoldId>();
  /** Parts that are not rendered whole, as entry position → part indexes. */
  const broken = new Map<number, Set<number>>();
  for (const [index, parts] of stacks) {
    if (hidden[index] === 1 || whole[index] === 1) continue;
    for (const stack of parts) {
      const chain = topChain(stack, (fold) => !(fold.group !== undefined && resting.has(fold.group)) && originsShow(fold, index));
      const top = chain.at(-1);
      if (top === undefined) continue;
      for (const fold of chain) applied.add(fold.id);
      const there = tops.get(index);
      if (there === undefined) tops.set(index, [top]);
      else there.push(top);
      if (chain.some((fold) => !fold.lossless)) {
        const parts = broken.get(index) ?? new Set<number>();
        broken.set(index, parts.add(top.target.index));
      }
    }
  }
  return { tops, applied };

  /** A late result is sent right behind its call: what it refers to must stand above that too. */
  function answersAbove({ part }: Origin, there: number, mine: number, index: number): boolean {
    const [origin, own] = [calls(there, part), calls(index, mine)];
    return origin < own || (origin === own && (there < index || part < mine));
  }

  function originsShow(fold: PartFold, index: number): boolean {
    return (fold.origins ?? []).every((origin) => {
      const there = at.get(origin.entry);
      if (there === undefined || hidden[there] === 1) return false;
      const above = there < index || (there === index && origin.part < fold.target.index);
      if (above && !answersAbove(origin, there, fold.target.index, index)) return false;
      return above && broken.get(there)?.has(origin.part) !== true;
    });
  }
}

/** The newest fold whose whole chain of folds below it applies, with that chain, lowest first. */
function topChain(stack: readonly PartFold[], applies: (fold: PartFold) => boolean): readonly PartFold[] {
  for (let top = stack.length - 1; top >= 0; top--) {
    const chain: PartFold[] = [];
    let fold = stack[top];
    while (fold !== undefined && applies(fold)) {
      chain.unshift(fold);
      const below = fold.over;
      if (below === undefined) return chain;
      fold = stack.find((other) => other.id === below);
    }
  }
  return [];
}

const folded = new WeakMap<Message, { folds: readonly Fold[]; message: Message }>();

/** The message with these folds in place of their parts; the same object as long as the same folds apply. */
export function foldParts(message: Message, folds: readonly Fold[]): Message {
  const known = folded.get(message);
  if (known !== undefined && known.folds.length === folds.length && known.folds.every((fold, i) => fold === folds[i]))
    return known.message;
  const byPart = new Map(folds.map((fold) => [(fold.target as PartTarget).index, partStandIn(fold)]));
  const parts = message.parts.map((part, index) => {
    const text = byPart.get(index);
    return text === undefined ? part : foldPart(part, text);
  });
  const result: Message = { ...message, parts };
  folded.set(message, { folds, message: result });
  return result;
}

/** What a fold puts in its part's place: a summary is fenced like any other; what a dry run has not got yet is nothing. */
export function partStandIn({ kind, text, id, estimated }: Pick<Fold, 'kind' | 'text' | 'id' | 'estimated'>): string {
  return kind !== 'summary' || estimated ? text : fencePart(text, id);
}

/** The text that stands in for a part, with the files and images it would otherwise take away unnamed. */
export function withFilesNamed(part: Part, text: string): string {
  const unnamed = part.type === 'tool-result' ? attachmentsIn(part).map(attachmentLine) : [];
  return [text, ...unnamed.filter((line) => !text.includes(line)).map((line) => `- ${line}`)].join('\n').toWellFormed();
}

/** A part with `text` in its place: a call keeps its shape, a result its id. Parts without text stay as they are. */
export function foldPart(part: Part, text: string): Part {
  switch (part.type) {
    case 'text':
      return { ...part, text };
    case 'tool-result':
      return { ...part, output: text };
    case 'tool-call':
      return { ...part, input: inputFrom(text, part.input) };
    default:
      return part;
  }
}

/** What a pass works on when it shortens a part: its text, or a call's input as JSON. Null where there is none. */
export function partText(part: Part): string | null {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'tool-result':
      return resultText(part);
    case 'tool-call':
      return JSON.stringify(part.input);
    default:
      return null;
  }
}

/** A call's folded input: an object stays an object and a bare string a string, whatever a pass has made of it. */
function inputFrom(text: string, before: Json): Json {
  try {
    const input = JSON.parse(text) as Json;
    if (kindOf(input) === kindOf(before)) return input;
  } catch {
    // Not JSON: a summary of the parameters.
  }
  const longest = typeof before === 'string' ? before : longestString(before);
  return longest === null ? before : withShort(before, longest, text);
}

/** Strings of a call that is summarized which stay as they are: names, paths and flags. */
const SHORT = 200;

/** The longest string inside an input that is long enough to be told in other words; null where there is none. */
export function longestString(input: Json): string | null {
  if (typeof input === 'string') return input.length > SHORT ? input : null;
  if (input === null || typeof input !== 'object') return null;
  return Object.values(input).reduce<string | null>((longest, value) => {
    const inner = value === undefined ? null : longestString(value);
    return inner !== null && inner.length > (longest?.length ?? 0) ? inner : longest;
  }, null);
}

/** An input with `text` for its longest string, and the beginnings of other long ones. */
function withShort(input: Json, longest: string, text: string): Json {
  if (typeof input === 'string') return input === longest ? text : cutText(input, { maxChars: SHORT });
  if (Array.isArray(input)) return input.map((item) => withShort(item, longest, text));
  if (input === null || typeof input !== 'object') return input;
  const fields = Object.entries(input).map(([key, value]) => [
    key,
    value === undefined ? value : withShort(value, longest, text),
  ]);
  return Object.fromEntries(fields) as Json;
}

function kindOf(value: Json): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}
