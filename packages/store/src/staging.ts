import { randomUUID } from 'node:crypto';
import type { Entries } from './entries.ts';
import type { Scope } from './scope.ts';
import type { Sessions } from './sessions.ts';
import type { Settings } from './settings.ts';

/** Where sessions are written that are not there yet. */
export interface StagedSessions {
  readonly owner: string;
  readonly sessions: Sessions;
  readonly entries: Entries;
  readonly settings: Settings;
}

/** Sessions that are not there yet: written bit by bit where nobody sees them, then there all at once, or never. */
export interface Staging {
  /** A place for sessions of its own. `lease` is the fencing token of who writes it. */
  begin(lease: number): StagedSessions;
  /** Makes all that was staged there this owner's, in one step. */
  publish(staged: StagedSessions): Promise<void>;
  discard(staged: StagedSessions): Promise<void>;
  /** Discards what dead writers left. Answers how many of them there were. */
  sweep(isDead: (lease: number) => Promise<boolean>): Promise<number>;
}

/** Marks an owner whom nobody is. */
const PREFIX = 'draft:';

/** Staging for a scope: what is staged is what an owner has whom nobody is. */
export function createStaging(scope: Scope, storeFor: (owner: string) => StagedSessions): Staging {
  const discard = async (staged: StagedSessions) => {
    for (let page = await ids(scope, staged); page.length > 0; page = await ids(scope, staged))
      for (const id of page) await staged.sessions.remove(id);
    await scope.system.write([], (db) => db.deleteFrom('settings').where('owner', '=', staged.owner).execute());
  };
  return {
    begin: (lease) => storeFor(`${PREFIX}${lease}:${randomUUID()}`),
    publish: (staged) =>
      scope.system.write([staged.owner], async (db) => {
        const rows = await db
          .selectFrom('sessions')
          .select('id')
          .where('owner', '=', staged.owner)
          .orderBy('updated_at')
          .orderBy('touched')
          .execute();
        const next = { owner: scope.owner, touched: scope.nextTouch(scope.owner) };
        for (const { id } of rows) await db.updateTable('sessions').set(next).where('id', '=', id).execute();
        await db.updateTable('settings').set({ owner: scope.owner }).where('owner', '=', staged.owner).execute();
      }),
    discard,
    async sweep(isDead) {
      const rows = await scope.system.read
        .selectFrom('sessions')
        .select('owner')
        .distinct()
        .where('owner', 'like', `${PREFIX}%`)
        .execute();
      let swept = 0;
      for (const { owner } of rows) {
        if (!(await isDead(Number(owner.split(':')[1])))) continue;
        await discard(storeFor(owner));
        swept++;
      }
      return swept;
    },
  };
}

async function ids(scope: Scope, { owner }: StagedSessions): Promise<readonly string[]> {
  const rows = await scope.system.read.selectFrom('sessions').select('id').where('owner', '=', owner).limit(100).execute();
  return rows.map(({ id }) => id);
}
