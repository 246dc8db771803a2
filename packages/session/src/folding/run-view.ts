import type { Run } from '@tenfold/contract';
import { formatDivider, formatReport, type Report } from '@tenfold/core';
import type { Run as StoredRun } from '@tenfold/store';

/** What the store keeps of a run beside its columns. */
export interface StoredReport {
  readonly report: Report;
  readonly folds: Run['folds'];
  readonly estimatedCost: number | null;
  /** Expected, all costs taken off; null where no price is known. */
  readonly saved: number | null;
  /** What a request since saves, and what was paid for it once; older runs have neither. */
  readonly perTurn?: number;
  readonly once?: number;
  readonly payback: number | null;
  readonly seconds: number;
  readonly at: number;
  /** How it came out, also once it is undone; older runs do not say. */
  readonly outcome?: 'done' | 'degraded' | 'unmet';
}

/** What was written down of a run. */
function storedReport({ report }: StoredRun): StoredReport {
  // Believed: `record-fold.ts` alone writes it, as this type.
  return report as unknown as StoredReport;
}

/** How a run came out, whatever became of it since. */
export function originalOutcome(stored: StoredRun): 'done' | 'degraded' | 'unmet' {
  return storedReport(stored).outcome ?? 'done';
}

/** Dollars saved by the requests made while a run was the newest, costs taken off; null where no price is known. */
export function savedSoFar(stored: StoredRun): number | null {
  const { outcome, requests } = stored;
  const { perTurn, once } = storedReport(stored);
  if (perTurn === undefined || once === undefined) return null;
  return (outcome === 'undone' ? 0 : perTurn * requests) - once;
}

/** A stored run as it is shown; `active` are the runs with a fold in force. One whose report is damaged says so in its place. */
export function runView(stored: StoredRun, active: ReadonlySet<string>): Run {
  try {
    return viewOf(stored, storedReport(stored), active);
  } catch (error) {
    // A field of it has another name or shape now.
    if (!(error instanceof TypeError)) throw error;
    return viewOf(stored, lostReport(stored), active);
  }
}

/** What is left of a run by its columns. */
function lostReport({ strategy, tokensBefore, tokensAfter, startedAt }: StoredRun): StoredReport {
  const report: Report = {
    strategy: { id: strategy, name: strategy },
    before: tokensBefore,
    after: tokensAfter,
    messagesBefore: 0,
    messagesAfter: 0,
    folds: 0,
    passes: [],
    asks: 0,
    usage: { input: 0, output: 0 },
    means: 'none',
    evidence: {},
    warnings: ['The report of this condensation is damaged: only its strategy and its token counts are left.'],
    exact: false,
  };
  return { report, folds: [], estimatedCost: null, saved: null, payback: null, seconds: 0, at: startedAt };
}

function viewOf(stored: StoredRun, kept: StoredReport, active: ReadonlySet<string>): Run {
  const { report, seconds, saved } = kept;
  return {
    id: stored.id,
    branch: stored.branch,
    trigger: stored.trigger,
    strategy: stored.strategy,
    strategyName: report.strategy.name,
    by: [...new Set(report.passes.flatMap(({ by }) => by))],
    before: stored.tokensBefore,
    after: stored.tokensAfter,
    messagesBefore: report.messagesBefore,
    messagesAfter: report.messagesAfter,
    folds: kept.folds,
    report,
    text: formatReport(report, { seconds, ...(saved === null ? {} : { saved }) }),
    divider: formatDivider(report),
    cost: stored.cost,
    estimatedCost: kept.estimatedCost,
    savedSoFar: savedSoFar(stored),
    expectedSaving: saved,
    payback: kept.payback,
    evidence: report.evidence ?? null,
    seconds,
    createdAt: stored.startedAt,
    // Its process died between putting the folds into force and writing that down.
    outcome: stored.outcome === 'cancelled' && active.has(stored.id) ? 'done' : stored.outcome,
    rating: stored.rating,
    active: active.has(stored.id),
    at: kept.at,
  };
}
