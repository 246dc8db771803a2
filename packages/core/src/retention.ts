import type { Counter } from './counter.ts';
import type { Seams } from './seam.ts';
import type { View } from './view.ts';

/**
 * Position in the transcript from which on everything is kept: the largest recent run of messages that fits `tokens`
 * and starts at a seam, and never less than the open turn. What stands before it may be folded.
 * A summary ends the run: it is material for the next one.
 */
export function retainedFrom(view: View, seams: Seams, count: Counter, tokens: number): number {
  let from = seams.openTurn;
  let weight = 0;
  for (let row = view.rows.length - 1; row >= 0; row--) {
    const shown = view.rows[row];
    if (shown?.kind !== 'entry') break;
    weight += count.message(shown.message);
    if (weight > tokens) break;
    if (shown.index < from && seams.cutBefore(shown.index)) from = shown.index;
  }
  return from;
}
