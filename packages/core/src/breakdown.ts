import type { Counter } from './counter.ts';
import type { Frame, Message, Part, Role } from './message.ts';
import type { Row } from './view.ts';

/** What fills a context, by kind. */
export type ContentKind =
  | 'system'
  | 'tools'
  | 'summaries'
  | 'user'
  | 'assistant'
  | 'toolCalls'
  | 'toolResults'
  | 'reasoning'
  | 'attachments'
  | 'draft';

/** Tokens by kind of content. They add up to what is used, overhead included. */
export type Breakdown = Readonly<Record<ContentKind, number>>;

/** Nothing of any kind. */
const NO_CONTENT: Breakdown = {
  system: 0,
  tools: 0,
  summaries: 0,
  user: 0,
  assistant: 0,
  toolCalls: 0,
  toolResults: 0,
  reasoning: 0,
  attachments: 0,
  draft: 0,
};

type Share = readonly [ContentKind, number];
type Piece<Whole> = readonly [ContentKind, Whole];

// Pieces are kept so that a counter, which remembers values, is shown the same ones again.
const messagePieces = new WeakMap<Message, readonly Piece<Message>[]>();
const framePieces = new WeakMap<Frame, readonly Piece<Frame>[]>();

/** What a frame, the rows of a view and a draft weigh, by kind. With a counter that remembers, doing it again is nearly free. */
export function breakdownOf(frame: Frame, rows: readonly Row[], draft: Message | null, count: Counter): Breakdown {
  const sum: Record<ContentKind, number> = { ...NO_CONTENT };
  const add = (shares: readonly Share[]) => {
    for (const [kind, tokens] of shares) sum[kind] += tokens;
  };
  const framed = !frame.tools?.length ? 'system' : frame.system ? null : 'tools';
  if (framed !== null) sum[framed] += count.frame(frame);
  else add(apportion(count.frame(frame), recall(framePieces, frame, splitFrame), count.frame));
  for (const row of rows) {
    sum.summaries += estimate(row);
    const { message } = row;
    if (message === null) continue;
    if (row.kind === 'entry') {
      const only = onlyKind(message);
      if (only !== null) sum[only] += count.message(message);
      else add(apportion(count.message(message), recall(messagePieces, message, splitMessage), count.message));
    } else if (!row.fold.estimated) sum.summaries += count.message(message);
  }
  if (draft) sum.draft += count.message(draft);
  return sum;
}

/** What stand-ins of a dry run are expected to weigh: their text is not there to be counted. */
function estimate(row: Row): number {
  if (row.kind === 'stand-in') return row.fold.estimated ? row.fold.after : 0;
  let tokens = 0;
  for (const fold of row.folds) if (fold.estimated) tokens += fold.after;
  return tokens;
}

function recall<Whole extends object>(
  memory: WeakMap<Whole, readonly Piece<Whole>[]>,
  whole: Whole,
  split: (whole: Whole) => readonly Piece<Whole>[],
): readonly Piece<Whole>[] {
  const known = memory.get(whole);
  if (known) return known;
  const pieces = split(whole);
  memory.set(whole, pieces);
  return pieces;
}

function splitFrame({ system = '', tools = [] }: Frame): readonly Piece<Frame>[] {
  return [
    ['system', { system }],
    ['tools', { tools }],
  ];
}

/** The kind of everything in a message; null where it holds several. Most hold one, and need not be split. */
function onlyKind({ role, parts }: Message): ContentKind | null {
  let kind: ContentKind | null = null;
  for (const part of parts) {
    const its = BY_PART[part.type] ?? BY_ROLE[role];
    if (kind !== null && its !== kind) return null;
    kind = its;
  }
  return kind ?? BY_ROLE[role];
}

function splitMessage({ role, parts }: Message): readonly Piece<Message>[] {
  const byKind = Map.groupBy(parts, ({ type }) => BY_PART[type] ?? BY_ROLE[role]);
  return [...byKind].map(([kind, its]) => [kind, { role, parts: its }]);
}

/** Splits a total by what its pieces weigh; rounding goes to the heaviest, so that the shares add up exactly. */
function apportion<Whole>(total: number, pieces: readonly Piece<Whole>[], weigh: (piece: Whole) => number): readonly Share[] {
  const weights = pieces.map(([kind, piece]): Share => [kind, weigh(piece)]);
  const whole = weights.reduce((sum, [, weight]) => sum + weight, 0);
  const heaviest = weights.reduce((most, share) => (share[1] > most[1] ? share : most))[0];
  const shares = weights.map(([kind, weight]): Share => [kind, whole === 0 ? 0 : Math.floor((total * weight) / whole)]);
  const left = shares.reduce((rest, [, tokens]) => rest - tokens, total);
  return shares.map(([kind, tokens]) => [kind, kind === heaviest ? tokens + left : tokens]);
}

/** What parts are whoever says them, and what all else is by who says it. */
const BY_PART: Readonly<Partial<Record<Part['type'], ContentKind>>> = {
  'tool-call': 'toolCalls',
  'tool-result': 'toolResults',
  reasoning: 'reasoning',
  attachment: 'attachments',
};
const BY_ROLE: Readonly<Record<Role, ContentKind>> = {
  system: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'toolResults',
  summary: 'summaries',
};
