import { type FoldId, positionsOf } from '@tenfold/core';
import type { Context, Store } from '@tenfold/store';
import { type LoadedSession, reopened } from '../conversation/load-session.ts';
import { measure } from '../conversation/status.ts';
import type { PlanSource } from '../engine/plan-source.ts';
import { SessionError } from '../session-error.ts';
import { foldPlan, type PlanTerms } from './fold-plan.ts';
import { hiddenChars } from './hidden.ts';

/** A plan to ask for one summary anew, on the conversation as it is without it. */
export async function regenerationPlan(
  store: Store,
  loaded: LoadedSession,
  terms: PlanTerms,
  id: FoldId,
): Promise<{ plan: PlanSource; base: Context; dropped: ReadonlySet<string> }> {
  const base = loaded.opened.context;
  const fold = loaded.opened.conversation.folds.find((candidate) => candidate.id === id);
  if (fold === undefined) throw notShown(id);
  if (fold.kind !== 'summary' || fold.target.kind !== 'span') throw noSummary(id);
  const going = loaded.opened.conversation.folds.filter(
    (other) => other.id === id || (fold.group !== undefined && other.group === fold.group),
  );
  const dropped = new Set(going.map((other) => other.id));
  const head = { ...base.head, folds: base.head.folds.filter((other) => !dropped.has(other)) };
  const context = await store.contexts.loadHead(base.session, head, { hiddenChars: hiddenChars(loaded) });
  const without = await reopened(loaded, context);
  const at = positionsOf(without.opened.conversation.transcript);
  const inside = going.flatMap(({ target }) =>
    target.kind === 'span' ? [[at.get(target.from) ?? 0, at.get(target.to) ?? -1] as const] : [],
  );
  // Any goal below what there is without the old text: one out of reach would leave the new text next to nothing.
  const { used } = measure(without);
  const plan = foldPlan(without, { ...terms, used, request: { ...terms.request, target: Math.max(0, used - 1) } });
  return { plan: { ...plan, inside, spend: false, leastGain: 0, limit: null }, base, dropped };
}

function notShown(id: FoldId): SessionError {
  return new SessionError('not-found', `There is no summary ${id} in the current view.`, {
    todo: 'List what was condensed and choose one that is in force and not covered.',
    facts: { fold: id },
  });
}

function noSummary(id: FoldId): SessionError {
  return new SessionError('invalid-request', 'Only summaries can be written again; this one was made mechanically.', {
    todo: 'Peel it, or condense again.',
    facts: { fold: id },
  });
}
