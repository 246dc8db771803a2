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
export const NO_CONTENT: Breakdown = {
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

const remembered = new WeakMap<Counter, WeakMap<Message | Frame, readonly Share[]>>();

/** What a frame, the rows of a view and a draft weigh, by kind. Shares are remembered per message, so again is nearly free. */
export function breakdownOf(frame: Frame, rows: readonly Row[], draft: Message | null, count: Counter): Breakdown {
  const sum: Record<ContentKind, number> = { ...NO_CONTENT };
  const add = (shares: readonly Share[]) => {
    for (const [kind, tokens] of shares) sum[kind] += tokens;
  };
  const memory = remembered.get(count) ?? new WeakMap<Message | Frame, readonly Share[]>();
  remembered.set(count, memory);
  add(recall(memory, frame, () => frameShares(frame, count)));
  for (const row of rows) {
    sum.summaries += estimate(row);
    const { message } = row;
    if (message === null) continue;
    if (row.kind === 'stand-in') {
      if (!row.fold.estimated) sum.summaries += count.message(message);
    } else add(recall(memory, message, () => messageShares(message, count)));
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

function recall<Key extends Message | Frame>(
  memory: WeakMap<Message | Frame, readonly Share[]>,
  key: Key,
  compute: () => readonly Share[],
): readonly Share[] {
  const known = memory.get(key);
  if (known) return known;
  const shares = compute();
  memory.set(key, shares);
  return shares;
}

function frameShares(frame: Frame, count: Counter): readonly Share[] {
  const total = count.frame(frame);
  const { system, tools } = frame;
  if (!tools?.length) return [['system', total]];
  if (!system) return [['tools', total]];
  return apportion(total, [
    ['system', count.frame({ system })],
    ['tools', count.frame({ tools })],
  ]);
}

function messageShares(message: Message, count: Counter): readonly Share[] {
  const total = count.message(message);
  const { role, parts } = message;
  const kinds = new Set(parts.map((part) => kindOf(role, part)));
  if (kinds.size < 2) return [[kinds.values().next().value ?? kindOfRole(role), total]];
  return apportion(
    total,
    [...kinds].map((kind) => [kind, count.message({ role, parts: parts.filter((part) => kindOf(role, part) === kind) })]),
  );
}

/** Splits a total by weight; rounding goes to the heaviest, so that the shares add up exactly. */
function apportion(total: number, weights: readonly Share[]): readonly Share[] {
  const whole = weights.reduce((sum, [, weight]) => sum + weight, 0);
  const heaviest = weights.reduce((most, share) => (share[1] > most[1] ? share : most))[0];
  let left = total;
  const shares = weights.map(([kind, weight]): Share => {
    const tokens = whole === 0 ? 0 : Math.floor((total * weight) / whole);
    left -= tokens;
    return [kind, tokens];
  });
  return shares.map(([kind, tokens]) => [kind, kind === heaviest ? tokens + left : tokens]);
}

function kindOf(role: Role, part: Part): ContentKind {
  if (part.type === 'tool-call') return 'toolCalls';
  if (part.type === 'tool-result') return 'toolResults';
  if (part.type === 'reasoning') return 'reasoning';
  if (part.type === 'attachment') return 'attachments';
  return kindOfRole(role);
}

function kindOfRole(role: Role): ContentKind {
  if (role === 'tool') return 'toolResults';
  return role === 'summary' ? 'summaries' : role;
}
