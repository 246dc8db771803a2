import type { Branch, Segment } from '@tenfold/contract';
import type { SessionId } from '@tenfold/store';
import type { SessionParts } from './session-record.ts';

/** The branches of a session, and where they fork. */
export interface BranchList {
  readonly branches: readonly Branch[];
  readonly segments: readonly Segment[];
}

/** Named heads of sessions. */
export interface Branches {
  branches(id: SessionId): Promise<BranchList>;
  /** What people call a branch; null, or nothing but blanks, takes the name off. */
  labelBranch(id: SessionId, branch: string, label: string | null, actor?: string): Promise<BranchList>;
}

/** The branches of a store's sessions. */
export function createBranches({ store, events }: Pick<SessionParts, 'store' | 'events'>): Branches {
  const branches = async (id: SessionId) => {
    const { branch: current } = await store.sessions.get(id);
    const { branches, segments } = await store.heads.tree(id);
    const views = branches.map(({ branch, length, ...rest }) => ({
      ...rest,
      name: branch,
      current: branch === current,
      entries: length,
    }));
    return { branches: views, segments };
  };
  return {
    branches,
    async labelBranch(id, branch, label, actor) {
      await store.heads.label(id, branch, label?.trim() || null);
      const { version } = await store.heads.get(id, branch);
      await events.publish(id, 'head', { version, branch, why: 'label' }, actor);
      return branches(id);
    },
  };
}
