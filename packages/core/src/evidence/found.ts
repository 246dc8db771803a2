import type { EvidenceKind, Outcome } from './item.ts';

/** A fact inside a passage. */
export interface Found {
  readonly kind: EvidenceKind;
  readonly text: string;
  readonly weight: number;
  /** Character it begins at; where a call was taken apart, 0. */
  readonly at: number;
  readonly outcome?: Outcome;
}
