import { positionsOf } from './conversation.ts';
import type { Draft, Pass, Problem } from './pass.ts';

/**
 * A pass that touches only what no provider has cached yet: it costs no rewrite, so it may run with every request.
 * Drafts that stand together are dropped together when one of them lies in what was sent.
 */
export function onUnsent(pass: Pass): Pass {
  return { ...pass, propose: (problem) => unsentOnly(pass.propose(problem), problem) };
}

function unsentOnly(drafts: readonly Draft[], { view, sent }: Problem): readonly Draft[] {
  const at = positionsOf(view.transcript);
  const last = sent === null ? -1 : (at.get(sent) ?? -1);
  const isNew = ({ target }: Draft) => (at.get(target.kind === 'span' ? target.from : target.entry) ?? -1) > last;
  const torn = new Set(drafts.filter((draft) => !isNew(draft)).map(({ group }) => group));
  return drafts.filter((draft) => isNew(draft) && (draft.group === undefined || !torn.has(draft.group)));
}
