import type { ContextRow } from '@tenfold/contract';
import type { ContentKind } from '@tenfold/core';

const BY_PART: ReadonlyMap<string, ContentKind> = new Map([
  ['reasoning', 'reasoning'],
  ['tool-call', 'toolCalls'],
  ['tool-result', 'toolResults'],
  ['attachment', 'attachments'],
]);

/** What a part of a row counts as in the gauge. */
function partKind(row: Pick<ContextRow, 'kind' | 'role'>, type: string): ContentKind {
  if (row.kind === 'system' || row.kind === 'tools') return row.kind;
  if (row.kind === 'stand-in') return 'summaries';
  const byPart = BY_PART.get(type);
  if (byPart !== undefined) return byPart;
  if (row.role === 'system') return 'system';
  if (row.role === 'summary') return 'summaries';
  if (row.role === 'tool') return 'toolResults';
  return row.role === 'assistant' ? 'assistant' : 'user';
}

/** The kinds a row holds, the heaviest first. */
export function rowKinds(row: ContextRow): ContentKind[] {
  const weights = new Map<ContentKind, number>();
  for (const { type, tokens } of row.parts) {
    const kind = partKind(row, type);
    weights.set(kind, (weights.get(kind) ?? 0) + tokens);
  }
  if (weights.size === 0) return [partKind(row, 'text')];
  return [...weights].sort((a, b) => b[1] - a[1]).map(([kind]) => kind);
}
