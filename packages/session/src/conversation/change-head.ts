import type { Conversation, Fold } from '@tenfold/core';
import { Conflict, type Context, headFrom, openContext, type SessionId, type Store, type StoredHead } from '@tenfold/store';

/** What a change makes of a conversation, and the folds that are new in it. */
export interface HeadWish {
  readonly conversation: Conversation;
  readonly folds?: readonly Fold[];
}

const TRIES = 8;

/**
 * Reads a head with all its folds, changes it and swaps it in; reads again when somebody was faster, since a change
 * made on purpose is applied to whatever is there. What `change` throws is thrown, and nothing is written.
 */
export async function changeHead(
  store: Store,
  where: { session: SessionId; branch: string; at: number },
  change: (conversation: Conversation, context: Context) => HeadWish,
): Promise<StoredHead> {
  const { session, branch, at } = where;
  for (let left = TRIES; ; left--) {
    const context = await store.contexts.load(session, { branch, folds: 'all' });
    const { conversation, folds = [] } = change(openContext(context), context);
    try {
      return await store.heads.swap({
        session,
        branch,
        expect: context.version ?? 0,
        head: headFrom(context, conversation),
        folds,
        at,
      });
    } catch (error) {
      if (!(error instanceof Conflict) || left <= 1) throw error;
      await forgetRevision(store, session, error);
    }
  }
}

/** Our own lost try is not text that anybody wrote. */
async function forgetRevision(store: Store, session: SessionId, conflict: Conflict): Promise<void> {
  const { revision } = conflict.facts;
  if (typeof revision === 'string') await store.revisions.remove(session, revision);
}
