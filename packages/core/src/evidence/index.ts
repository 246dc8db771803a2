export { isRequest } from '../injected.ts';
export { findEvidence } from './find.ts';
export { evidenceInView, heldInView, probesOf, scoreEvidence } from './held.ts';
export {
  addScores,
  EVIDENCE_KINDS,
  type EvidenceItem,
  type EvidenceKind,
  type EvidenceScore,
  type EvidenceSource,
  type Kept,
  type Outcome as CommandOutcome,
} from './item.ts';
export { outcomeOf as commandOutcome } from './outcomes.ts';
