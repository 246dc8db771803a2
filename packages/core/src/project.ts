import { type Conversation, positionsOf } from './conversation.ts';
import { fence } from './fence.ts';
import type { Fold } from './fold.ts';
import type { Message } from './message.ts';
import { appliedFolds, foldParts } from './part-folds.ts';
import { unitsOf } from './rules/units.ts';
import type { Entry } from './transcript.ts';
import type { Row, View } from './view.ts';

/**
 * What a model would see of a conversation. Protection wins: a protected entry stays in place with its whole
 * tool transaction. A reference applies only while its origin is rendered whole above it. Nothing is changed;
 * dropping a fold from the conversation brings the original back.
 */
export function project(conversation: Conversation): View {
  const { transcript, frame } = conversation;
  const spans = outerSpans(conversation);
  const hidden = hiddenBy(spans, conversation);
  const folds = appliedFolds(conversation, hidden);
  const rows: Row[] = [];
  let next = 0;
  for (let index = 0; index < transcript.length; index++) {
    if (hidden[index] === 1) {
      while ((spans[next]?.to ?? index) < index) next++;
      const span = spans[next];
      if (span !== undefined && !span.placed) {
        span.placed = true;
        rows.push(standIn(span, index, hidden));
      }
      continue;
    }
    rows.push(entryRow(transcript[index] as Entry, index, folds.get(index)));
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
  placed: boolean;
}

/** Spans no other span covers, in order. The newest of equal spans is the outer one; one that would cross is left out. */
function outerSpans(conversation: Conversation): PlacedSpan[] {
  const at = positionsOf(conversation.transcript);
  const spans = conversation.folds.flatMap((fold, age) => {
    if (fold.target.kind !== 'span') return [];
    const from = at.get(fold.target.from);
    const to = at.get(fold.target.to);
    return from === undefined || to === undefined || to < from ? [] : [{ fold, from, to, age, placed: false }];
  });
  spans.sort((a, b) => a.from - b.from || b.to - a.to || b.age - a.age);
  const outer: PlacedSpan[] = [];
  for (const span of spans) {
    if (span.from > (outer.at(-1)?.to ?? -1)) outer.push(span);
  }
  return outer;
}

/** 1 where an entry is covered by a span and neither protected nor part of a protected one's transaction. */
function hiddenBy(spans: readonly PlacedSpan[], conversation: Conversation): Uint8Array {
  const hidden = new Uint8Array(conversation.transcript.length);
  if (spans.length === 0) return hidden;
  for (const { from, to } of spans) hidden.fill(1, from, to + 1);
  const at = positionsOf(conversation.transcript);
  const units = unitsOf(conversation.transcript);
  for (const id of conversation.protected) {
    const index = at.get(id);
    if (index !== undefined) hidden.fill(0, units.first[index], (units.last[index] ?? index) + 1);
  }
  return hidden;
}

function standIn({ fold, from, to }: PlacedSpan, index: number, hidden: Uint8Array): Row {
  let covers = 0;
  for (let i = from; i <= to; i++) covers += hidden[i] ?? 0;
  return {
    kind: 'stand-in',
    index,
    fold,
    from,
    to,
    covers,
    message: fold.text === '' && !fold.estimated ? null : fenced(fold, covers),
  };
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
