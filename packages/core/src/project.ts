import { type Conversation, positionsOf } from './conversation.ts';
import type { Counter } from './counter.ts';
import { fence } from './fence.ts';
import type { Fold, GroupId } from './fold.ts';
import type { Message } from './message.ts';
import { appliedFolds, foldParts } from './part-folds.ts';
import { shownWhole } from './protection.ts';
import type { Entry } from './transcript.ts';
import type { Row, StandInRow, View } from './view.ts';

/**
 * What a model would see of a conversation. Protection wins: a protected entry stays in place with its whole
 * tool transaction. A reference applies only while its origin is rendered whole above it. Nothing is changed;
 * dropping a fold from the conversation brings the original back.
 */
export function project(conversation: Conversation): View {
  const { transcript, frame } = conversation;
  const rows: Row[] = [];
  if (conversation.folds.length === 0) {
    for (const [index, entry] of transcript.entries())
      rows.push({ kind: 'entry', index, entry, message: entry.message, folds: NONE });
    return { frame, transcript, rows };
  }
  const whole = shownWhole(conversation);
  const spans = outerSpans(conversation);
  const hidden = hiddenBy(spans, whole);
  const folds = appliedFolds(conversation, hidden, whole);
  const texts = groupTexts(spans);
  let next = 0;
  for (let index = 0; index < transcript.length; index++) {
    if (hidden[index] !== 1) {
      rows.push(entryRow(transcript[index] as Entry, index, folds.get(index)));
      continue;
    }
    while ((spans[next]?.to ?? index) < index) next++;
    const span = spans[next];
    if (span?.first === index) rows.push(standIn(span, texts));
    // Where nothing shows through a span there is nothing to look for inside it, however long it is.
    if (span?.covers === (span?.to ?? 0) - (span?.from ?? 0) + 1) index = span.to;
  }
  return { frame, transcript, rows };
}

const NONE: readonly Fold[] = [];

function entryRow(entry: Entry, index: number, folds: readonly Fold[] = NONE): Row {
  const message = folds.length === 0 ? entry.message : foldParts(entry.message, folds);
  return { kind: 'entry', index, entry, message, folds };
}

interface PlacedSpan {
  readonly fold: Fold;
  readonly from: number;
  readonly to: number;
  /** First entry it hides, and how many; -1 when all of them are protected. */
  first: number;
  covers: number;
}

/** Spans no other span covers, in order. The newest of equal spans is the outer one; one that would cross is left out. */
function outerSpans(conversation: Conversation): PlacedSpan[] {
  const at = positionsOf(conversation.transcript);
  const spans = conversation.folds.flatMap((fold, age) => {
    if (fold.target.kind !== 'span') return [];
    const from = at.get(fold.target.from);
    const to = at.get(fold.target.to);
    return from === undefined || to === undefined || to < from ? [] : [{ fold, from, to, age, first: -1, covers: 0 }];
  });
  spans.sort((a, b) => a.from - b.from || b.to - a.to || b.age - a.age);
  const outer: PlacedSpan[] = [];
  for (const span of spans) {
    if (span.from > (outer.at(-1)?.to ?? -1)) outer.push(span);
  }
  return outer;
}

/** 1 where an entry is covered by a span and does not show whole. */
function hiddenBy(spans: readonly PlacedSpan[], whole: Uint8Array): Uint8Array {
  const hidden = new Uint8Array(whole.length);
  const showsThrough = whole.includes(1);
  for (const span of spans) {
    if (!showsThrough) {
      hidden.fill(1, span.from, span.to + 1);
      span.first = span.from;
      span.covers = span.to - span.from + 1;
      continue;
    }
    for (let index = span.from; index <= span.to; index++) {
      if (whole[index] === 1) continue;
      hidden[index] = 1;
      if (span.first < 0) span.first = index;
      span.covers++;
    }
  }
  return hidden;
}

/** The text that stands for a group of spans, and where. */
interface GroupText {
  readonly fold: Fold | null;
  readonly at: PlacedSpan | null;
  readonly covers: number;
}

/** The text of a group stands at the first of its spans that hides anything, for all that they hide together. */
function groupTexts(spans: readonly PlacedSpan[]): ReadonlyMap<GroupId, GroupText> {
  const texts = new Map<GroupId, GroupText>();
  for (const span of spans) {
    const { group } = span.fold;
    if (group === undefined) continue;
    const { fold, at, covers } = texts.get(group) ?? { fold: null, at: null, covers: 0 };
    texts.set(group, {
      fold: fold ?? (speaks(span.fold) ? span.fold : null),
      at: at ?? (span.covers > 0 ? span : null),
      covers: covers + span.covers,
    });
  }
  return texts;
}

function speaks({ text, estimated }: Fold): boolean {
  return text !== '' || estimated === true;
}

function standIn(span: PlacedSpan, texts: ReadonlyMap<GroupId, GroupText>): StandInRow {
  const { fold, from, to, first, covers } = span;
  const row = { kind: 'stand-in', index: first, fold, from, to, covers } as const;
  const alone: GroupText = { fold: speaks(fold) ? fold : null, at: span, covers };
  const shown = fold.group === undefined ? alone : texts.get(fold.group);
  if (shown === undefined || shown.fold === null || shown.at !== span) return { ...row, message: null };
  const message = fenced(shown.fold, shown.covers);
  return shown.fold === fold ? { ...row, message } : { ...row, message, tells: shown.fold };
}

const fences = new WeakMap<Fold, { covers: number; message: Message }>();

/** The same fold renders to the same object, so that its count is remembered. */
function fenced(fold: Fold, covers: number): Message {
  const known = fences.get(fold);
  if (known?.covers === covers) return known.message;
  const message = fence(fold.text, fold.id, covers);
  fences.set(fold, { covers, message });
  return message;
}

/** The messages a view sends, in order. Stand-ins have the role `summary`; a dialect places them on its wire. */
export function render(view: View): readonly Message[] {
  const messages: Message[] = [];
  for (const { message } of view.rows) if (message !== null) messages.push(message);
  return messages;
}

/** Tokens of a whole request: frame and view. */
export function tokensOf(view: View, count: Counter): number {
  let total = count.frame(view.frame);
  for (const row of view.rows) total += rowTokens(row, count);
  return total;
}

/** Tokens of one row; what a dry run has not got an answer for weighs what is expected. */
export function rowTokens(row: Row, count: Counter): number {
  if (row.message === null) return 0;
  if (row.kind === 'stand-in') return row.fold.estimated ? row.fold.after : count.message(row.message);
  const rendered = count.message(row.message);
  let expected = 0;
  for (const fold of row.folds) if (fold.estimated) expected += fold.after;
  return rendered + expected;
}

/** Tokens of one part of a message. A message of one part is counted already, so this is free for most. */
export function partTokens(message: Message, index: number, count: Counter): number {
  const { role, parts } = message;
  const whole = parts.length === 1 && message.extra === undefined ? message : { role, parts: parts.slice(index, index + 1) };
  return count.message(whole) - count.message(EMPTY[role]);
}

/** Kept, so that what surrounds a part is counted once. */
const EMPTY: Readonly<Record<Message['role'], Message>> = {
  system: { role: 'system', parts: [] },
  user: { role: 'user', parts: [] },
  assistant: { role: 'assistant', parts: [] },
  tool: { role: 'tool', parts: [] },
  summary: { role: 'summary', parts: [] },
};
