import { type Part, resultText } from '@tenfold/core';
import type { Entry, FoldView } from '../../../api/contract.ts';

/** What a fold stands for, as text: one part, or whole messages under who said them. */
export function originalText(entries: readonly Entry[], { target }: Pick<FoldView, 'target'>): string {
  if (target.kind === 'part') {
    const part = entries.find(({ id }) => id === target.entry)?.parts[target.index];
    if (part !== undefined) return textOf(part);
  }
  return entries.map(({ role, parts }) => `${role}:\n${parts.map(textOf).join('\n')}`).join('\n\n');
}

/** One part as text. */
export function textOf(part: Part): string {
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
