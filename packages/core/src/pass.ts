import type { Ask } from './ask.ts';
import type { Budget } from './budget.ts';
import type { Conversation } from './conversation.ts';
import type { Counter } from './counter.ts';
import type { FoldKind, Origin, Target } from './fold.ts';
import type { Hash } from './hash.ts';
import type { Seams } from './seam.ts';
import type { EntryId } from './transcript.ts';
import type { View } from './view.ts';

/** When a pass runs: always, or only while the view is heavier than a number of tokens. */
export type Condition = { readonly type: 'always' } | { readonly type: 'conditional'; readonly tokenThreshold: number };

/** A fold not yet settled. Drafts with the same `group` settle together or not at all. */
export interface Draft {
  readonly target: Target;
  readonly kind: FoldKind;
  readonly body: string | Ask;
  readonly lossless?: boolean;
  readonly origins?: readonly Origin[];
  readonly group?: string;
  /** Tokens the whole stand-in may have: what its body leaves of them goes to the facts it dropped. None are added without it. */
  readonly limit?: number;
  /** The stand-in for a part names the id it can be recalled by. */
  readonly recallable?: boolean;
}

/** Everything a pass may look at. Plain values: proposing twice gives the same drafts. */
export interface Problem {
  /** The record and what is active on it, for what lies beneath the view. */
  readonly conversation: Conversation;
  readonly view: View;
  readonly seams: Seams;
  /** Tokens of the whole request now: frame and view. */
  readonly tokens: number;
  /** Tokens to lose until the goal is met; never negative. */
  readonly excess: number;
  readonly goal: number;
  /** True where the goal is a target somebody set: it is spent, not undercut. */
  readonly spend: boolean;
  readonly budget: Budget;
  readonly count: Counter;
  /** Tokens the summarizer's window has for instructions and material together, answer set aside. */
  readonly ask: { readonly room: number };
  /** Last entry a provider has cached, null when none: what lies behind it can change for free. */
  readonly sent: EntryId | null;
  readonly hash: Hash;
  /** 1, or more when the first try did not fit: divide retention and summary limits by it. */
  readonly squeeze: number;
  /** True where a record that this run wrote may be written anew, shorter. */
  readonly anew: boolean;
}

/** One step of a strategy: looks at a problem and proposes stand-ins. */
export interface Pass {
  readonly id: string;
  readonly name: string;
  readonly when: Condition;
  /** True for the floor alone: it may cut in the newest step. */
  readonly floor?: boolean;
  /** True for passes that put what people wrote away as well; without one, the floor spares it for as long as it can. */
  readonly wholeTurns?: boolean;
  propose(problem: Problem): readonly Draft[];
}
