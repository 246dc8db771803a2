import type { Part } from '@tenfold/core';

/** Whether these parts are words and nothing else: what a wire may carry as a bare string just as well as in a list of one. */
export function isPlainText(parts: readonly Part[]): boolean {
  const [only] = parts;
  return parts.length === 1 && only?.type === 'text' && only.extra === undefined;
}
