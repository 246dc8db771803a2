import type { Entry } from '@tenfold/contract';
import { type Part, resultText } from '@tenfold/core';

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

/** What a fold stands for: the part of this index where it folds one, else all of the entries. */
export function originalText(entries: readonly Entry[], partIndex: number | null): string {
  const part = partIndex === null ? undefined : entries[0]?.parts[partIndex];
  return part === undefined ? entriesText(entries) : partText(part);
}
