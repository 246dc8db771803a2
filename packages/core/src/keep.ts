import { brokenRule } from './check.ts';
import { counted, formatCount } from './counted.ts';
import { addScores, type EvidenceScore } from './evidence/item.ts';
import type { Fold } from './fold.ts';
import type { Pass, Problem } from './pass.ts';
import { project, tokensOf } from './project.ts';
import type { RunState } from './run.ts';
import { type AnsweredDraft, type SettleTerms, settleDrafts } from './settle.ts';
import { sparingOrigins } from './sparing.ts';

/** What came of the drafts of a pass. */
export interface Kept {
  readonly kept: number;
  readonly refused: readonly string[];
  readonly failed?: string;
  readonly evidence?: EvidenceScore;
}

/**
 * Settles the drafts on top of the run; takes all of them back when a rule broke or the view grew, which is tried again
 * without what references point to: they would show in full. The floor may let it grow between its steps: it is weighed as
 * a whole.
 */
export function keep(run: RunState, pass: Pass, problem: Problem, drafts: readonly AnsweredDraft[]): Kept {
  const { folds, refused } = settleDrafts(drafts, settleTerms(run, pass));
  const outcome = putOn(run, pass, problem, folds);
  const spared = outcome.grew ? sparingOrigins(folds, run.view) : [];
  if (spared.length === 0 || spared.length === folds.length) return { ...outcome.kept, refused };
  const again = putOn(run, pass, problem, spared);
  const brought = Array<string>(folds.length - spared.length).fill('What refers to it would show in full again.');
  return again.kept.kept === 0 ? { ...outcome.kept, refused } : { ...again.kept, refused: [...refused, ...brought] };
}

function putOn(
  run: RunState,
  pass: Pass,
  problem: Problem,
  folds: readonly Fold[],
): { kept: Omit<Kept, 'refused'>; grew: boolean } {
  if (folds.length === 0) return { kept: { kept: 0 }, grew: false };
  const conversation = { ...run.conversation, folds: [...run.conversation.folds, ...folds] };
  const view = project(conversation);
  const tokens = tokensOf(view, run.plan.count);
  const broken = brokenRule({
    conversation,
    seams: problem.seams,
    before: run.view,
    after: view,
    mayCutNewest: pass.floor === true,
  });
  // Pieces that each gained may come to nothing together, where a reference shows in full again: no fault, and nothing to keep.
  if (broken === null && tokens === run.tokens && !pass.floor) return { kept: { kept: 0 }, grew: true };
  const grew = broken === null && tokens > run.tokens && !pass.floor;
  if (broken !== null || grew) {
    const why = broken ?? `The context would grow from ${formatCount(run.tokens)} to ${counted(tokens, 'token')}.`;
    return { kept: { kept: 0, failed: `Taken back: ${why}` }, grew };
  }
  Object.assign(run, { conversation, view, tokens });
  return { kept: { kept: folds.length, evidence: evidenceOfFolds(folds) }, grew };
}

/** What settling the drafts of a pass needs to know. */
export function settleTerms(run: RunState, pass: Pass): SettleTerms {
  const { conversation, view, hash, plan } = run;
  const last = [conversation.transcript.at(-1)?.id, conversation.folds.at(-1)?.id, pass.id, run.reports.length];
  // The same words in the same place weigh otherwise where other folds stand, or something is protected: they are another fold.
  const around = [...conversation.folds.slice(0, -1).map(({ id }) => id), ...conversation.protected];
  return { conversation, view, count: plan.count, hash, by: pass.id, salt: hash([...last, ...around].join('\n')) };
}

/** What some folds kept, all together. */
export function evidenceOfFolds(folds: readonly Fold[]): EvidenceScore {
  return folds.reduce((sum: EvidenceScore, fold) => addScores(sum, fold.evidence), {});
}
