import type { RunTrigger } from '@tenfold/store';

/** Something countable that happened, for whoever keeps counters. */
export type Metric =
  | {
      readonly type: 'fold';
      readonly trigger: RunTrigger;
      readonly strategy: string;
      readonly outcome: string;
      readonly seconds: number;
      /** After by before. */
      readonly ratio: number;
    }
  | { readonly type: 'fold-error'; readonly trigger: RunTrigger; readonly reason: string }
  | { readonly type: 'checkpoint'; readonly tag: string }
  | { readonly type: 'checkpoint-error' }
  | { readonly type: 'turn'; readonly outcome: string };
