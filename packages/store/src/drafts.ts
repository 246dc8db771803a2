import { randomUUID } from 'node:crypto';
import type { Entries } from './entries.ts';
import type { Scope } from './scope.ts';
import type { Sessions } from './sessions.ts';
import type { Settings } from './settings.ts';

/** Where the sessions of one draft are written. */
export interface Draft {
  readonly owner: string;
  readonly sessions: Sessions;
  readonly entries: Entries;
  readonly settings: Settings;
}

/** Sessions that are not there yet: written bit by bit where nobody sees them, then there all at once, or never. */
export interface Drafts {
  /** A place of its own for the sessions of one draft. `lease` is the fencing token of who writes it. */
  begin(lease: number): Draft;
  /** Makes everything of a draft this owner's, in one step. */
  publish(draft: Draft): Promise<void>;
  discard(draft: Draft): Promise<void>;
  /** Discards drafts whose writers are dead. Answers how many there were. */
  sweep(isDead: (lease: number) => Promise<boolean>): Promise<number>;
}

const PREFIX = 'draft:';

/** The drafts of a scope: a draft is what an owner has whom nobody is. */
export function createDrafts(scope: Scope, storeFor: (owner: string) => Draft): Drafts {
  const discard = async (draft: Draft) => {
    for (let page = await ids(scope, draft); page.length > 0; page = await ids(scope, draft))
      for (const id of page) await draft.sessions.remove(id);
    await scope.system.write([], (db) => db.deleteFrom('settings').where('owner', '=', draft.owner).execute());
  };
  return {
    begin: (lease) => storeFor(`${PREFIX}${lease}:${randomUUID()}`),
    publish: (draft) =>
      scope.system.write([draft.owner], async (db) => {
        const rows = await db
          .selectFrom('sessions')
          .select('id')
          .where('owner', '=', draft.owner)
          .orderBy('updated_at')
          .orderBy('touched')
          .execute();
        const next = { owner: scope.owner, touched: scope.nextTouch(scope.owner) };
        for (const { id } of rows) await db.updateTable('sessions').set(next).where('id', '=', id).execute();
        await db.updateTable('settings').set({ owner: scope.owner }).where('owner', '=', draft.owner).execute();
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

async function ids(scope: Scope, { owner }: Draft): Promise<readonly string[]> {
  const rows = await scope.system.read.selectFrom('sessions').select('id').where('owner', '=', owner).limit(100).execute();
  return rows.map(({ id }) => id);
}
