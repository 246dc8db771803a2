import type { Answer, Conversation, Entry, FlatAsk, Fold, Held, NetEffect, Outcome, PricedProfile } from '@tenfold/core';
import type { EffectTerms, KeptFacts, PlanEstimate } from './opened-plan.ts';
import type { OnProgress, PlanSource } from './plan-source.ts';

/** What a thread is sent of a plan. The entries of its conversation come in slices. */
export type ToThread = { readonly plan: number } & (
  | {
      readonly type: 'open';
      readonly source: Omit<PlanSource, 'conversation'>;
      readonly conversation: Omit<Conversation, 'transcript'>;
      readonly length: number;
    }
  | { readonly type: 'entries'; readonly entries: readonly (readonly [position: number, entry: Entry])[] }
  | { readonly type: 'estimate'; readonly summarizer: PricedProfile | undefined }
  | { readonly type: 'condense'; readonly asks: boolean }
  /** Some of the folds the latest estimate or run made, from one of them on. */
  | { readonly type: 'folds'; readonly of: 'estimate' | 'run'; readonly from: number }
  | { readonly type: 'effect'; readonly of: 'estimate' | 'run'; readonly terms: EffectTerms }
  | { readonly type: 'facts'; readonly of: 'estimate' | 'run'; readonly probes: number }
  | { readonly type: 'answer'; readonly ask: number; readonly answer: Answer }
  | { readonly type: 'close' }
);

/** An outcome as it travels: without the conversation, which is at home already, errors as their facts, and folds, which are fetched in slices, as their number. */
export interface BareOutcome extends Omit<Outcome, 'conversation' | 'unmet' | 'folds'> {
  readonly folds: number;
  readonly unmet: { readonly tokens: number; readonly room: number; readonly held: readonly Held[] } | null;
}

/** An estimate as it travels. */
export interface BareEstimate extends Omit<PlanEstimate, 'outcome'> {
  readonly outcome: BareOutcome;
}

/** What a thread is asked for. */
export type Reply = BareEstimate | BareOutcome | readonly Fold[] | NetEffect | KeptFacts;

/** What a thread sends of a plan. */
export type FromThread = { readonly plan: number } & (
  | { readonly type: 'progress'; readonly progress: Parameters<OnProgress>[0] }
  | { readonly type: 'ask'; readonly ask: number; readonly question: FlatAsk }
  /** What was asked for last: one thing is asked for at a time. */
  | { readonly type: 'reply'; readonly value: Reply }
  | { readonly type: 'failed'; readonly reason: string }
);
