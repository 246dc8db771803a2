import type { ContextPart, ContextRow } from '@tenfold/contract';
import type { ContentKind } from '@tenfold/core';
import { counted } from '../../ui/figures.ts';
import { rowKinds } from './row-kinds.ts';

/** As they are sent, or the heaviest first. */
export type Order = 'sent' | 'tokens';

/** The rows of a kind that hold the words, in an order. Rows of equal weight stay as they are sent. */
export function shownRows(
  rows: readonly ContextRow[],
  { order, kind, words = '' }: { order: Order; kind?: ContentKind | undefined; words?: string },
): ContextRow[] {
  const wanted = words.trim().toLowerCase();
  const matching = rows.filter(
    (row) =>
      (kind === undefined || rowKinds(row).includes(kind)) &&
      (wanted === '' || row.parts.some((part) => wordsOf(part).toLowerCase().includes(wanted)) || row.role.includes(wanted)),
  );
  return order === 'sent' ? matching : matching.sort((a, b) => b.tokens - a.tokens || a.row - b.row);
}

/** The words of a part. */
export function wordsOf(part: ContextPart): string {
  return 'content' in part ? part.content : part.text;
}

/** Tokens of the rows at the front that the provider still has. */
export function cachedTokens(rows: readonly ContextRow[]): number {
  return rows.filter(({ cached }) => cached).reduce((sum, { tokens }) => sum + tokens, 0);
}

/** `tool-result` and `compress` as people say them. */
export function typeWords(type: string): string {
  return type === 'compress' ? 'summary' : type === 'reasoning' ? 'thinking' : type.replace('-', ' ');
}

/** `condensed 7–48`, `read_file`, `text`: what a row is, in a word or two. Positions count from one, as people do. */
export function rowName(row: ContextRow): string {
  if (row.kind === 'system') return 'system text';
  if (row.kind === 'tools') return counted(row.parts.length, 'tool definition');
  if (row.kind === 'stand-in')
    return `condensed ${(row.from ?? 0) + 1}–${(row.to ?? 0) + 1}${row.covers === undefined ? '' : ` (${counted(row.covers, 'message')})`}`;
  const types = [...new Set(row.parts.map(({ type }) => typeWords(type)))];
  return types.length === 0 ? 'empty' : types.join(', ');
}
