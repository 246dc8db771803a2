import type { Counter } from '../counter.ts';
import { rowTokens, tokensOf } from '../project.ts';
import type { Row, View } from '../view.ts';
import type { PricedProfile } from './profile.ts';

/** Requests a conversation is expected to go on for when nobody says otherwise. */
export const EXPECTED_TURNS = 20;

/** What a fold costs and saves, in dollars, at the prices of the model that holds the conversation. */
export interface NetEffect {
  /** The summarizer's calls. */
  readonly summarizer: number;
  /** Writing the changed rest of the request into the prompt cache instead of reading the old one. */
  readonly rewrite: number;
  /** What each later request saves. */
  readonly perTurn: number;
  /** Requests until it has paid for itself; Infinity when it never does. */
  readonly payback: number;
  /** Saved over the expected turns, all costs taken off. */
  readonly net: number;
}

/** What stands before and after a fold, and what was paid for it. */
export interface Change {
  readonly before: View;
  readonly after: View;
  readonly count: Counter;
  /** Tokens a request may have: a longer one could not have been sent, so nothing beyond is saved. */
  readonly room: number;
  readonly summarizerCost: number;
  readonly profile: PricedProfile;
  readonly expectedTurns?: number;
}

/**
 * Weighs a fold against doing nothing. With prompt caching the unchanged beginning of a request is read cheaply;
 * from the first changed message on everything is written anew once, and only then do later requests get lighter.
 */
export function netEffect({ before, after, room, count, ...terms }: Change): NetEffect {
  const { summarizerCost, profile, expectedTurns = EXPECTED_TURNS } = terms;
  const { price, supportsPromptCache } = profile;
  const read = (supportsPromptCache ? (price.cacheRead ?? price.input) : price.input) / 1_000_000;
  const write = (supportsPromptCache ? (price.cacheWrite ?? price.input) : price.input) / 1_000_000;
  const shared = sharedPrefix(before.rows, after.rows);
  const unsent = Math.max(0, tokensOf(before, count) - room);
  const oldTail = Math.max(0, tail(before, shared, count) - unsent);
  const newTail = tail(after, shared, count);
  const rewrite = supportsPromptCache ? Math.max(0, newTail * write - oldTail * read) : 0;
  const perTurn = (oldTail - newTail) * read;
  const once = summarizerCost + rewrite;
  const payback = once <= 0 ? 0 : perTurn <= 0 ? Number.POSITIVE_INFINITY : Math.ceil(once / perTurn);
  return { summarizer: summarizerCost, rewrite, perTurn, payback, net: perTurn * expectedTurns - once };
}

/** Rows at the beginning that render the same in both. */
function sharedPrefix(before: readonly Row[], after: readonly Row[]): number {
  let index = 0;
  while (
    index < before.length &&
    before[index]?.message === after[index]?.message &&
    before[index]?.index === after[index]?.index
  )
    index++;
  return index;
}

function tail(view: View, from: number, count: Counter): number {
  return view.rows.slice(from).reduce((sum, row) => sum + rowTokens(row, count), 0);
}
