import type { View } from '../view.ts';
import { findEvidence } from './find.ts';
import { EVIDENCE_KINDS, type EvidenceItem } from './item.ts';

/**
 * The facts of a view that would be missed most: questions whose answers must still be there after folding. Each kind has its
 * turn, the weightiest of it first, the later one where two weigh the same; in the order they were said.
 */
export function probesOf(view: View, most: number): readonly EvidenceItem[] {
  const byKind = Map.groupBy(findEvidence(view.rows), ({ kind }) => kind);
  const lines = EVIDENCE_KINDS.map((kind) =>
    (byKind.get(kind) ?? []).toSorted((a, b) => b.weight - a.weight || b.source.position - a.source.position),
  );
  const chosen: EvidenceItem[] = [];
  for (let turn = 0; chosen.length < most && lines.some((line) => turn < line.length); turn++)
    for (const line of lines) {
      const item = line[turn];
      if (item !== undefined && chosen.length < most) chosen.push(item);
    }
  return chosen.sort((a, b) => a.source.position - b.source.position);
}
