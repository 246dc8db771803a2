import type { EntryId } from '@tenfold/core';
import type { SessionId, Store } from '@tenfold/store';
import { branchAt } from '../conversation/branch-at.ts';
import type { LoadedSession } from '../conversation/load-session.ts';
import { SessionError } from '../session-error.ts';
import type { TurnParts } from './turn-under-way.ts';
import type { Asked } from './user-message.ts';

/** The session where a turn goes on a new branch: answering again, or saying something else at an earlier place. */
export async function loadOnBranch(
  { store, events, now, loader }: Pick<TurnParts, 'store' | 'events' | 'now' | 'loader'>,
  session: SessionId,
  { parent }: Asked,
): Promise<LoadedSession> {
  const loaded = await loader.load(session);
  const place = parent === undefined ? await lastQuestion(store, session, loaded.branch) : parent;
  if (loaded.end.head.head.position === place) return loaded;
  const { branch, version } = await branchAt(store, { session, from: loaded.branch, parent: place, at: now() });
  await events.publish(session, 'head', { version, branch, why: 'branch' });
  return loader.load(session, branch);
}

/** The latest message a user wrote on a branch. */
async function lastQuestion(store: Store, session: SessionId, branch: string): Promise<EntryId> {
  for (let before: number | undefined; ; ) {
    const page = await store.entries.page(session, { branch, ...(before === undefined ? {} : { before }) });
    const found = page.findLast(({ message }) => message.role === 'user');
    if (found !== undefined) return found.id;
    before = page[0]?.position;
    if (before === undefined || before === 0)
      throw new SessionError('invalid-request', 'There is no message to answer again.', {
        todo: 'Send one first.',
        facts: { problems: [] },
      });
  }
}
