import type { EvidenceScore, FoldId, FoldKind, NetEffect, PassReport, Report, Target } from '@tenfold/core';
import type { RunOutcome, RunTrigger } from '@tenfold/store';

/** A fold of a run in one line. */
export interface FoldSummary {
  readonly id: FoldId;
  readonly kind: FoldKind;
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly after: number;
}

/** A condensation as it is shown. */
export interface Run {
  readonly id: string;
  readonly trigger: RunTrigger;
  readonly strategy: string;
  readonly strategyName: string;
  /** Who answered its asks. */
  readonly by: readonly string[];
  readonly before: number;
  readonly after: number;
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  readonly folds: readonly FoldSummary[];
  readonly report: Report;
  /** The report as people read it, and its divider's line. */
  readonly text: string;
  readonly divider: string;
  /** Dollars; null where no price is known. */
  readonly cost: number | null;
  readonly estimatedCost: number | null;
  readonly saved: number | null;
  /** Turns until it has paid for itself; null when it never does or nothing is priced. */
  readonly payback: number | null;
  readonly evidence: EvidenceScore | null;
  readonly seconds: number;
  readonly createdAt: number;
  readonly outcome: RunOutcome;
  readonly rating: number | null;
  /** All its folds are in force. */
  readonly active: boolean;
  /** Position its divider stands before: that of the first entry after the last one it covers. */
  readonly at: number;
}

/** A fold as it is shown. */
export interface FoldView {
  readonly id: FoldId;
  readonly run: string;
  readonly group?: string;
  readonly kind: FoldKind;
  readonly target: Target;
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly by: string;
  readonly before: number;
  readonly after: number;
  readonly lossless: boolean;
  readonly evidence?: EvidenceScore;
  readonly active: boolean;
  /** A newer span covers it. */
  readonly covered: boolean;
  readonly createdAt: number;
  readonly edited: boolean;
}

/** What a profile would charge for a run. */
export interface ProfileEstimate {
  readonly profileId: string;
  readonly name: string;
  readonly model: string;
  readonly cost: number;
  readonly saving: number;
  readonly fits: boolean;
  readonly recommended: boolean;
}

/** What a run would come to, before anything is paid. */
export interface FoldEstimate {
  readonly before: number;
  readonly after: number;
  readonly messagesFolded: number;
  readonly folds: readonly Omit<FoldSummary, 'id'>[];
  readonly passes: readonly PassReport[];
  readonly asks: number;
  /** Dollars: expected, with the shortest and the longest answers; null where no price is known. */
  readonly cost: number | null;
  readonly costLow: number | null;
  readonly costHigh: number | null;
  readonly netEffect: (Omit<NetEffect, 'payback'> & { readonly payback: number | null }) | null;
  readonly profiles: readonly ProfileEstimate[];
  readonly warnings: readonly string[];
  readonly text: string;
}
