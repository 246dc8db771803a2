export { isRequest } from '../injected.ts';
export { outcomeOf as commandOutcome } from './commands.ts';
export { findEvidence } from './find.ts';
export { scoreEvidence } from './held.ts';
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
export { evidenceInView, heldInView } from './kept-in-view.ts';
export { type EvidenceLocation, locate } from './locate.ts';
export { probesOf } from './probes.ts';
