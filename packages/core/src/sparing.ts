import type { Fold } from './fold.ts';
import type { View } from './view.ts';

/** Of new folds, those that shorten no part a reference in view points to; what settled together goes together. */
export function sparingOrigins(folds: readonly Fold[], view: View): readonly Fold[] {
  const origins = new Set<string>();
  for (const row of view.rows) {
    if (row.kind !== 'entry') continue;
    for (const fold of row.folds) for (const { entry, part } of fold.origins ?? []) origins.add(`${entry} ${part}`);
  }
  const takes = ({ target, lossless }: Fold) =>
    target.kind === 'part' && !lossless && origins.has(`${target.entry} ${target.index}`);
  const groups = new Set(folds.filter(takes).map(({ group }) => group));
  return folds.filter((fold) => !takes(fold) && (fold.group === undefined || !groups.has(fold.group)));
}
