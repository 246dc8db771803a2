import { addScores, type EvidenceScore } from '@tenfold/core/evidence';
import type { CondensedOfFile } from './condense-conversation.ts';
import type { Recipe } from './recipes.ts';

/** What `tenfold condense --json` prints: one conversation's numbers, or the sum of several with each beside it. */
export function condensedJson(all: readonly CondensedOfFile[], recipe: Recipe, ms: number) {
  const parts = all.map(oneJson);
  const run = { [recipe.kind]: recipe.id, ms: Math.round(ms * 10) / 10 };
  const [only] = parts;
  if (parts.length === 1) return { ...only, ...run };
  const sum = (key: 'before' | 'after' | 'messagesBefore' | 'messagesAfter' | 'folds') =>
    parts.reduce((total, part) => total + part[key], 0);
  return {
    before: sum('before'),
    after: sum('after'),
    messagesBefore: sum('messagesBefore'),
    messagesAfter: sum('messagesAfter'),
    folds: sum('folds'),
    passes: parts.flatMap((part) => part.passes),
    evidence: parts.reduce<EvidenceScore>((sum, part) => addScores(sum, part.evidence), {}),
    cost: totalCost(parts),
    ...run,
    conversations: all.map(({ conversation: { id, line } }, at) => ({ ...(id === undefined ? {} : { id }), line, ...parts[at] })),
  };
}

function oneJson({ outcome: { report }, conversation: { openingMessages }, model, cost, effect }: CondensedOfFile) {
  const { before, after, folds, passes, means, warnings, exact } = report;
  return {
    before,
    after,
    messagesBefore: report.messagesBefore + openingMessages,
    messagesAfter: report.messagesAfter + openingMessages,
    folds,
    passes,
    evidence: report.evidence,
    cost,
    effect,
    means,
    warnings,
    exact,
    model,
  };
}

/** Null as soon as one price is not known: a sum without it would look complete. */
function totalCost(parts: readonly { readonly cost: number | null }[]): number | null {
  return parts.reduce<number | null>((sum, { cost }) => (sum === null || cost === null ? null : sum + cost), 0);
}
