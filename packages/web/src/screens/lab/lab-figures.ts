import type { EvidenceScore, LabColumn } from '@tenfold/contract';
import { factsKept } from '../../ui/figures.ts';

/** Whether a column would change anything. */
export function applicable({ folds, error }: Pick<LabColumn, 'folds' | 'error'>): boolean {
  return error === undefined && folds.length > 0;
}

/** Names a column; a preset may be called like a strategy. */
export function columnKey({ kind, id }: Pick<LabColumn, 'kind' | 'id'>): string {
  return `${kind}:${id}`;
}

/** Kinds of evidence found in any column, the most frequent first. */
export function kindsFound(columns: readonly LabColumn[]): string[] {
  const found = new Map<string, number>();
  for (const { evidence } of columns)
    for (const [kind, score] of Object.entries(evidence ?? {}))
      found.set(kind, Math.max(found.get(kind) ?? 0, score?.found ?? 0));
  return [...found]
    .filter(([, count]) => count > 0)
    .sort((a, b) => b[1] - a[1])
    .map(([kind]) => kind);
}

/** The share of all facts that are still there; null where nothing was measured or found. */
export function keptShare(evidence: EvidenceScore | null): number | null {
  const { found, kept } = factsKept(evidence);
  return found === 0 ? null : kept / found;
}

/** The column to recommend: among those that were run, shorten it and reach the target, the one that keeps most; then the cheaper, then the shorter. */
export function bestColumn(columns: readonly LabColumn[], target: number, before: number): LabColumn | null {
  const candidates = columns.filter(
    ({ error, estimated, tokens }) => error === undefined && !estimated && tokens <= target && tokens < before,
  );
  return (
    candidates.toSorted(
      (a, b) =>
        (keptShare(b.evidence) ?? 0) - (keptShare(a.evidence) ?? 0) || (a.cost ?? 0) - (b.cost ?? 0) || a.tokens - b.tokens,
    )[0] ?? null
  );
}

/** Columns that still cost something to run, and what they are expected to cost together; null where a price is not known. */
export function unpaid(columns: readonly LabColumn[]): { readonly columns: readonly LabColumn[]; readonly cost: number | null } {
  const open = columns.filter(({ free, estimated, error }) => !free && estimated && error === undefined);
  const cost = open.reduce<number | null>((sum, column) => (sum === null || column.cost === null ? null : sum + column.cost), 0);
  return { columns: open, cost };
}

/** New results in place of the old ones; columns that are new come last. */
export function merged(columns: readonly LabColumn[], fresh: readonly LabColumn[]): LabColumn[] {
  const byKey = new Map(columns.map((column) => [columnKey(column), column]));
  for (const column of fresh) byKey.set(columnKey(column), column);
  return [...byKey.values()];
}

/** Tokens to come down to: a share of the room, or (0) half of what is there. */
export function targetOf({ room, used }: { readonly room: number; readonly used: number }, share: number): number {
  return Math.floor(share === 0 ? used / 2 : (room * share) / 100);
}
