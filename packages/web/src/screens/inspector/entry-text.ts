import { type Part, resultText } from '@tenfold/core';
import type { Entry } from '../../api/contract.ts';

/** A part as people read it. */
export function partText(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text;
    case 'tool-call':
      return `${part.name} ${JSON.stringify(part.input, null, 2)}`;
    case 'tool-result':
      return resultText(part);
    case 'attachment':
      return `[${part.name ?? 'unnamed'}, ${part.mediaType}]`;
    case 'opaque':
      return JSON.stringify(part.value);
  }
}

/** Whole entries as one text, each under who spoke. */
export function entriesText(entries: readonly Entry[]): string {
  return entries.map(({ role, parts }) => `${role}:\n${parts.map(partText).join('\n')}`).join('\n\n');
}

/** What a fold of a part stood in for: that part alone, else all of the entries. */
export function originalText(entries: readonly Entry[], foldId: string): string {
  for (const { parts, partFolds } of entries) {
    const part = parts[partFolds.find((fold) => fold.foldId === foldId)?.index ?? -1];
    if (part !== undefined) return partText(part);
  }
  return entriesText(entries);
}
