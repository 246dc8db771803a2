import type { Usage } from './ask.ts';
import { formatCount } from './counted.ts';
import type { EvidenceScore } from './evidence/item.ts';

/** What one pass did. */
export interface PassReport {
  readonly id: string;
  readonly name: string;
  readonly before: number;
  readonly after: number;
  /** Stand-ins proposed, and how many were kept. */
  readonly drafts: number;
  readonly kept: number;
  readonly asks: number;
  readonly usage: Usage;
  /** Who answered its asks. */
  readonly by: readonly string[];
  /** Why stand-ins were refused or asks failed, each reason once with how often. */
  readonly refused: readonly Refusal[];
  /** Facts of what its stand-ins replaced, by kind, and how many they still hold. */
  readonly evidence?: EvidenceScore;
  /** Why the pass did not run, or why all it did was taken back. */
  readonly skipped?: string;
  readonly failed?: string;
}

/** A reason and how often it was met. */
export interface Refusal {
  readonly reason: string;
  readonly times: number;
}

/** By what means the view came to fit: none needed, the strategy, the embedded summarizer, or the floor. */
export type Means = 'none' | 'strategy' | 'embedded' | 'floor';

/** What a run did, for people and for records. */
export interface Report {
  readonly strategy: { readonly id: string; readonly name: string };
  readonly before: number;
  readonly after: number;
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  readonly folds: number;
  readonly passes: readonly PassReport[];
  readonly asks: number;
  readonly usage: Usage;
  readonly means: Means;
  /** The same for all that the run put away and that is still in view. */
  readonly evidence: EvidenceScore;
  readonly warnings: readonly string[];
  /** The target that was set and not met. */
  readonly unmet?: number;
  /** False where token numbers are a factor's, shown with `≈`. */
  readonly exact: boolean;
}

/** What the host measured beside the run. */
export interface ReportExtras {
  readonly seconds?: number;
  /** Money the run saves, net, in dollars. */
  readonly saved?: number;
}

/** The report as people read it, in divider, terminal and command line alike. */
export function formatReport(report: Report, { seconds, saved }: ReportExtras = {}): string {
  if (report.folds === 0) return ['Nothing was condensed.', ...report.warnings.map((warning) => ` - ${warning}`)].join('\n');
  const lines = [`Context condensed using ${report.strategy.name} strategy:`];
  for (const { label, before, after } of stepsOf(report)) {
    lines.push(` - ${label}: ${formatCount(before)} → ${formatCount(after)} tokens (${change(before, after)})`);
  }
  const money = saved === undefined ? '' : ` (saved ${dollars(saved)})`;
  lines.push(` - Total reduction: ${reduction(report)}%${money}`);
  if (seconds !== undefined) lines.push(` - Time: ${seconds.toFixed(1)} seconds`);
  for (const warning of report.warnings) lines.push(` - Note: ${warning}`);
  return lines.join('\n');
}

interface Step {
  readonly label: string;
  readonly before: number;
  after: number;
}

/** The passes that kept something; lossless ones before another strategy's own are told as one prelude. */
function stepsOf({ strategy, passes }: Report): readonly Step[] {
  const steps: Step[] = [];
  let number = 0;
  for (const { id, name, kept, before, after } of passes) {
    if (kept === 0) continue;
    const prelude = id.startsWith('lossless-') && strategy.id !== 'lossless';
    const last = steps.at(-1);
    if (prelude && last?.label === PRELUDE) last.after = after;
    else steps.push({ label: prelude ? PRELUDE : `Pass ${++number} (${name})`, before, after });
  }
  return steps;
}

const PRELUDE = 'Lossless prelude';

/** The divider's line: `Context condensed (45,230 → 18,450 tokens)`. */
export function formatDivider({ before, after }: Pick<Report, 'before' | 'after'>): string {
  return `Context condensed (${formatCount(before)} → ${formatCount(after)} tokens)`;
}

/** Whole percent by which a run made the request lighter. */
export function reduction({ before, after }: Pick<Report, 'before' | 'after'>): number {
  return before === 0 ? 0 : Math.round((100 * (before - after)) / before);
}

function change(before: number, after: number): string {
  const percent = reduction({ before, after });
  return percent > 0 ? `-${percent}%` : `${percent === 0 ? '±' : '+'}${-percent}%`;
}

/** Money with enough digits that small sums are not shown as nothing. */
export function dollars(amount: number): string {
  const digits = Math.abs(amount) >= 1 || amount === 0 ? 2 : 4;
  return `${amount < 0 ? '-' : ''}$${Math.abs(amount).toFixed(digits)}`;
}
