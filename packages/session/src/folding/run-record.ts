import type { Estimate, FoldView, ProfileEstimate, Run } from '@tenfold/contract';
import type { FoldId, FoldKind } from '@tenfold/core';

export type { FoldView, ProfileEstimate, Run };
/** What the API calls `Estimate`. */
export type FoldEstimate = Estimate;

/** A fold of a run in one line. */
export interface FoldSummary {
  readonly id: FoldId;
  readonly kind: FoldKind;
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly after: number;
}
