import type { TrafficSums } from '@tenfold/contract';
import { dollars, formatCount } from '@tenfold/core';

/** The one line a wrapped program ends with. */
export function closingLine(
  { before, after, folds, refusals, cost, costWithout }: TrafficSums,
  where: string,
  observed: boolean,
): string {
  const tokens = `${formatCount(before)} tokens received → ${formatCount(after)} ${observed ? 'would be sent' : 'sent'}`;
  const money =
    cost === null || costWithout === null
      ? ''
      : ` · ${dollars(cost)}${costWithout > cost ? ` instead of ${dollars(costWithout)}` : ''}`;
  return `tenfold: ${tokens} · ${folds} ${folds === 1 ? 'fold' : 'folds'} · ${refusals} refusals${money} · ${where}`;
}
