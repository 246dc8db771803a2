import type { EntryId } from '@tenfold/core';
import type { SessionId } from '@tenfold/store';
import { branchAt } from '../conversation/branch-at.ts';
import type { LoadedSession } from '../conversation/load-session.ts';
import type { Dependencies } from '../dependencies.ts';
import { SessionError } from '../session-error.ts';
import type { TurnParts } from './turn-under-way.ts';
import type { Asked } from './user-message.ts';

/** The session where a turn goes on a new branch: answering again, or saying something else at an earlier place. */
export async function loadOnBranch({ deps, loader }: TurnParts, session: SessionId, { parent }: Asked): Promise<LoadedSession> {
  const loaded = await loader.load(session);
  const { store } = deps;
  const place = parent === undefined ? await lastQuestion(deps, session, loaded.branch) : parent;
  if (loaded.end.head.head.position === place) return loaded;
  const { branch, version } = await branchAt(store, { session, from: loaded.branch, parent: place, at: deps.now() });
  await deps.events.publish(session, 'head', { version, branch, why: 'branch' });
  return loader.load(session, branch);
}

/** The latest message a user wrote on a branch. */
async function lastQuestion({ store }: Dependencies, session: SessionId, branch: string): Promise<EntryId> {
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
