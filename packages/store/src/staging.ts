import { randomUUID } from 'node:crypto';
import { isLong, type Message } from '@tenfold/core';
import type { Entries } from './entries.ts';
import { StoreFull } from './error.ts';
import { createYield } from './planned-append.ts';
import type { Scope } from './scope.ts';
import type { SessionId } from './session.ts';
import type { Sessions } from './sessions.ts';
import type { Settings } from './settings.ts';

/** Where sessions are written that are not there yet. */
export interface StagedSessions {
  readonly owner: string;
  readonly sessions: Sessions;
  readonly entries: Entries;
  readonly settings: Settings;
  /** Several writes as one: of many short sessions, a commit for each would be most of the work. */
  transaction<T>(session: SessionId, work: (staged: Omit<StagedSessions, 'transaction'>) => Promise<T>): Promise<T>;
}

/** Sessions that are not there yet: written bit by bit where nobody sees them, then there all at once, or never. */
export interface Staging {
  /** A place for sessions of its own. `lease` is the fencing token of who writes it. It takes no more than leaves the disk room to take it all back. */
  begin(lease: number): StagedSessions;
  /** Makes all that was staged there this owner's, in one step. */
  publish(staged: StagedSessions): Promise<void>;
  discard(staged: StagedSessions): Promise<void>;
  /** Discards what dead writers left. Answers how many of them there were. */
  sweep(isDead: (lease: number) => Promise<boolean>): Promise<number>;
}

/** Marks an owner whom nobody is. */
const PREFIX = 'draft:';

/**
 * Bytes of the disk that staged sessions leave free. To remove them is to write too: twice what they have taken while that is little, and no
 * more than the log, what of it the file has yet to take in, and the index of words need.
 */
const LEFT_FREE = { least: 256 * 1024, most: 16 * 1024 * 1024 };

/** Staging for a store: what is staged is what an owner has whom nobody is. */
export function createStaging(scope: Scope, storeFor: (owner: string, beforeWrite?: () => void) => StagedSessions): Staging {
  const { system } = scope;
  const discard = async ({ owner }: StagedSessions) => {
    const { sessions } = storeFor(owner);
    for (let page = await ids(scope, owner); page.length > 0; page = await ids(scope, owner))
      for (const id of page) await sessions.remove(id);
    await system.write([], (db) => db.deleteFrom('settings').where('owner', '=', owner).execute());
  };
  return {
    begin(lease) {
      const owner = `${PREFIX}${lease}:${randomUUID()}`;
      const refuseLastRoom = roomKeeper(scope);
      const whereRoomIs = <Staged extends Pick<StagedSessions, 'entries'>>(staged: Staged): Staged => {
        const append: Entries['append'] = async (given) => {
          refuseLastRoom(given.entries.map(({ message }) => message));
          return staged.entries.append(given);
        };
        return { ...staged, entries: { ...staged.entries, append } };
      };
      const staged = storeFor(owner, refuseLastRoom);
      return {
        ...whereRoomIs(staged),
        owner,
        transaction: (session, work) => staged.transaction(session, (inside) => work(whereRoomIs(inside))),
      };
    },
    publish: (staged) =>
      system.write([staged.owner], async (db) => {
        const rows = await db
          .selectFrom('sessions')
          .select('id')
          .where('owner', '=', staged.owner)
          .orderBy('updated_at')
          .orderBy('touched')
          .execute();
        const next = { owner: scope.owner, touched: scope.nextTouch(scope.owner) };
        const yieldToOthers = createYield();
        for (const { id } of rows) {
          await db.updateTable('sessions').set(next).where('id', '=', id).execute();
          await yieldToOthers();
        }
        await db.updateTable('settings').set({ owner: scope.owner }).where('owner', '=', staged.owner).execute();
      }),
    discard,
    async sweep(isDead) {
      // One that died while it discarded may have left settings alone.
      const left = await system.read
        .selectFrom('sessions')
        .select('owner')
        .where('owner', 'like', `${PREFIX}%`)
        .union(system.read.selectFrom('settings').select('owner').where('owner', 'like', `${PREFIX}%`))
        .execute();
      let swept = 0;
      for (const { owner } of left) {
        if (!(await isDead(Number(owner.split(':')[1])))) continue;
        await discard(storeFor(owner));
        swept++;
      }
      return swept;
    },
  };
}

/** Bytes that a letter takes at most until it is stored and can be found: in the log, then in the file, and its words in both. */
const BYTES_A_LETTER = 8;

/** Refuses to write what would use the last room of the disk, where that is known. */
function roomKeeper({ space }: Pick<Scope, 'space'>): (messages?: readonly Message[]) => void {
  let before: number | undefined;
  return (messages = []) => {
    if (space === null) return;
    const { used, room } = space();
    before ??= used;
    const needed = Math.min(LEFT_FREE.most, LEFT_FREE.least + 2 * (used - before));
    if (room < needed || isLong(messages, (room - needed) / BYTES_A_LETTER)) throw new StoreFull({ room, needed }, null);
  };
}

async function ids(scope: Scope, owner: string): Promise<readonly string[]> {
  const rows = await scope.system.read.selectFrom('sessions').select('id').where('owner', '=', owner).limit(100).execute();
  return rows.map(({ id }) => id);
}
