import type { Budget } from './budget.ts';
import { formatCount } from './counted.ts';
import type { Counter } from './counter.ts';
import { type Frame, type Message, type Part, type Role, textMessage } from './message.ts';
import { isOlder, type Retained, retainedFrom, retentionIn } from './retention.ts';
import type { Seams } from './seam.ts';
import type { Sourced } from './threshold.ts';
import type { Row, View } from './view.ts';

/** How full a context is, as people see it: `warning` from 70 % of room on, `critical` from 85 %. */
export type Level = 'normal' | 'warning' | 'critical';

/** Whether a fold is due: in the background, before the next request, or not at all. */
export type Need = 'none' | 'soft' | 'hard';

/** What a context holds and how that compares with its budget. Gauge and trigger both read this. */
export interface Fullness {
  readonly used: number;
  readonly reserved: number;
  /** Tokens still free for input; 0 when the room is overrun. */
  readonly available: number;
  /** Share of room in percent, not rounded; over 100 when it is overrun. */
  readonly percent: number;
  readonly level: Level;
  readonly model: string;
  readonly window: number;
  readonly room: number;
  readonly softAt: number;
  readonly hardAt: number;
  /** The watermarks in percent of room and where they come from. */
  readonly soft: Sourced;
  readonly hard: Sourced;
  readonly retention: Sourced;
  readonly answerTokens: Sourced;
  readonly needsFold: Need;
  /** False where counts are only close: shown as `≈`. */
  readonly exact: boolean;
  readonly breakdown: Breakdown;
}

/** The same, and what a fold would find there. */
export interface Status extends Fullness {
  /** Messages a fold keeps because they are recent. */
  readonly retained: number;
  /** Older messages and summaries that a fold may take. */
  readonly foldable: number;
}

/** What is measured. */
export interface Measurable {
  readonly view: View;
  readonly count: Counter;
  readonly budget: Budget;
  /** What is being typed: part of the next request, so part of the count. */
  readonly draft?: string;
}

/** What a status is taken of. */
export interface Measured extends Measurable {
  readonly seams: Seams;
}

/** How full a context is, what fills it, whether it must be folded and what a fold would find. */
export function statusOf({ seams, ...measurable }: Measured): Status {
  const { view, count, budget } = measurable;
  const fullness = fullnessOf(measurable);
  const most = retentionIn(Math.min(budget.room, fullness.used), budget.retention.value);
  return { ...fullness, ...split(view, seams, retainedFrom(view, seams, count, most)) };
}

/** How full a context is, what fills it and whether it must be folded: the part of a status that needs no seams. */
export function fullnessOf({ view, count, budget, draft }: Measurable): Fullness {
  const breakdown = breakdownOf(view.frame, view.rows, draft ? textMessage('user', draft) : null, count);
  let used = 0;
  for (const tokens of Object.values(breakdown)) used += tokens;
  const percent = (used * 100) / budget.room;
  return {
    used,
    reserved: budget.reserved,
    available: Math.max(0, budget.room - used),
    percent,
    level: levelOf(percent),
    model: budget.model,
    window: budget.window,
    room: budget.room,
    softAt: budget.softAt,
    hardAt: budget.hardAt,
    soft: budget.soft,
    hard: budget.hard,
    retention: budget.retention,
    answerTokens: budget.answerTokens,
    needsFold: needOf(used, budget),
    exact: count.exact,
    breakdown,
  };
}

/** The level at a share of room. */
export function levelOf(percent: number): Level {
  if (percent >= 85) return 'critical';
  return percent >= 70 ? 'warning' : 'normal';
}

/** Whether this many tokens call for a fold. Below the floor nothing does, as long as the context fits. */
export function needOf(used: number, budget: Budget): Need {
  if (used < budget.floor && used <= budget.room) return 'none';
  if (used >= budget.hardAt) return 'hard';
  return used >= budget.softAt ? 'soft' : 'none';
}

/** One line for a gauge: `2,450 / 128,000 tokens - 2%`, with `≈` before a count that is not exact. */
export function formatStatus({ used, room, percent, exact }: Pick<Status, 'used' | 'room' | 'percent' | 'exact'>): string {
  return `${exact ? '' : '≈'}${formatCount(used)} / ${formatCount(room)} tokens - ${Math.round(percent)}%`;
}

function split({ rows }: View, seams: Seams, kept: Retained): { readonly retained: number; readonly foldable: number } {
  let retained = 0;
  let foldable = 0;
  for (const row of rows) {
    if (row.message === null) continue;
    if (!isOlder(seams, kept, row.index)) retained++;
    else if (row.kind === 'stand-in' || !seams.held(row.index)) foldable++;
  }
  return { retained, foldable };
}

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
function breakdownOf(frame: Frame, rows: readonly Row[], draft: Message | null, count: Counter): Breakdown {
  const sum: Record<ContentKind, number> = { ...NO_CONTENT };
  const add = (shares: readonly Share[]) => {
    for (const [kind, tokens] of shares) sum[kind] += tokens;
  };
  const framed = !frame.tools?.length ? 'system' : frame.system ? null : 'tools';
  if (framed !== null) sum[framed] += count.frame(frame);
  else add(apportion(count.frame(frame), recall(framePieces, frame, splitFrame), count.frame));
  for (const row of rows) {
    const { message } = row;
    // What stand-ins of a dry run are expected to weigh: their text is not there to be counted.
    if (row.kind === 'stand-in' && row.fold.estimated) sum.summaries += row.fold.after;
    if (row.kind === 'entry') for (const fold of row.folds) if (fold.estimated) sum.summaries += fold.after;
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
