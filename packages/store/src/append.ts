import { asJson, type Entry } from '@tenfold/core';
import { appendHead, endOfRow, repeatedAppend, startBehind } from './append-head.ts';
import { appendOne } from './append-one.ts';
import type { Appended, AppendRequest, NewEntry } from './entry.ts';
import { Conflict, Invalid } from './error.ts';
import { insertEvents } from './events.ts';
import { allOf, fixedQuery } from './fixed-query.ts';
import type { StoredHead } from './head.ts';
import type { HeadRow } from './head-rows.ts';
import { completeAnswer, insertPending, takeTurn } from './pending.ts';
import {
  endOf,
  type Move,
  optionsOf,
  type PlannedAppend,
  planBehind,
  plannedAppend,
  requestDigest,
  seenEnd,
} from './planned-append.ts';
import { recounted } from './recount.ts';
import { keepRevision, type RejectedWrite } from './revisions.ts';
import type { Db } from './schema.ts';
import type { Scope } from './scope.ts';
import { touchSession } from './touch-session.ts';
import { writeEntries } from './write-entries.ts';

/** Appends to the branches of a scope: by one statement where that can do it, or in a transaction. */
export function createAppends(scope: Scope) {
  const { write, appendOne: statement } = scope;
  const plan = async (request: AppendRequest) => {
    checkEntries(request.entries);
    const planned = await plannedAppend(request);
    return { planned, appended: planned && statement && (await appendOne({ write, statement }, request, planned)) };
  };
  // Handed on one by one, they have no `this`.
  const appends = {
    async append(request: AppendRequest): Promise<Appended> {
      try {
        const { planned, appended } = await plan(request);
        if (appended !== null) return appended;
        const outcome = await write([request.session], (db) => append(db, scope, request, planned), optionsOf(request));
        if ('conflict' in outcome) throw outcome.conflict;
        return outcome;
      } catch (error) {
        if (!(await recounted(scope, request.session, error))) throw error;
        return appends.append(request);
      }
    },
    async appendAtEnd(request: AppendRequest): Promise<Appended | null> {
      try {
        const { planned, appended } = await plan(request);
        if (appended !== null || planned === null) return appended;
        return await write([request.session], (db) => appendAtEnd(db, scope, request, planned), optionsOf(request));
      } catch (error) {
        if (!(await recounted(scope, request.session, error))) throw error;
        return appends.appendAtEnd(request);
      }
    },
  };
  return appends;
}

/** Appends where its caller said and nothing has come meanwhile, or behind what is there. */
async function append(
  db: Db,
  scope: Scope,
  request: AppendRequest,
  planned: PlannedAppend | null,
): Promise<Appended | RejectedWrite> {
  const appended = planned && (await appendAtEnd(db, scope, request, planned));
  if (appended !== null) return appended;
  const row = await appendHead(db, scope.owner, request);
  const repeated = await repeatedAppend(db, request, row);
  if (repeated !== null) return repeated;
  const { session, behind, expect, at } = request;
  if (behind !== undefined && behind !== row.position)
    throw new Conflict('The branch has been gone on with. Nothing was written.', { session, branch: row.branch });
  if (expect !== undefined && expect !== row.version) {
    const content = asJson(request.entries.map((entry) => entry.message));
    return keepRevision(db, { kind: 'append', content, expected: expect, row, at });
  }
  return appendBehind(db, scope, request, await planBehind(request, endOfRow(row), await startBehind(db, request, row)));
}

/** Moves a head that was read in the same transaction, and writes what comes behind it. */
async function appendBehind(db: Db, scope: Scope, request: AppendRequest, planned: PlannedAppend): Promise<Appended> {
  const move = db
    .updateTable('heads')
    .set({ ...planned.move, segment: planned.segment })
    .where('session', '=', request.session)
    .where('branch', '=', planned.head.branch);
  const [appended] = await allOf([writePlanned(db, scope, request, planned), move.execute()]);
  return appended;
}

/** The same where the caller knows the end of the branch: null, and nothing written, where the head has moved or something has come behind it. */
async function appendAtEnd(db: Db, scope: Scope, request: AppendRequest, planned: PlannedAppend): Promise<Appended | null> {
  const { session, key = null } = request;
  const moved = await moveHead(db, { session, owner: scope.owner, ...seenEnd(planned), ...planned.move, key });
  return moved.length === 0 ? null : writePlanned(db, scope, request, planned);
}

/** Writes all of an append but its head. */
async function writePlanned(db: Db, scope: Scope, request: AppendRequest, planned: PlannedAppend): Promise<Appended> {
  const { end, known, after, segment, fresh, head, alongside } = planned;
  const touched = await touchSession(db, scope, request, {
    written: fresh.length,
    called: end.title,
    told: alongside.events.length,
  });
  const room = { after, role: (known.at(-1)?.message ?? end).role, segment, stored: touched.last_sequence - fresh.length };
  const { session, key, at } = request;
  const [written] = await allOf([
    writeEntries(db, scope, fresh, room),
    ...(key === undefined ? [] : [keepKey(db, { ...request, key }, [...known, ...fresh])]),
    changeTurn(db, request, head),
    insertEvents(db, { session, last: touched.last_event, at }, alongside.events),
  ]);
  const entries = [...known, ...written];
  return { entries, head, end: endOf(head, segment, touched, entries), repeated: false };
}

type SeenEnd = Pick<HeadRow, 'session' | 'branch' | 'segment'> & {
  readonly owner: string;
  readonly seen_version: number;
  readonly seen_length: number;
  readonly seen_session: number;
  readonly seen_current: string;
  readonly key: string | null;
};

/** Moves a head that is where it was seen, in a session as it was seen, with nothing behind it and no use of the key; gives no row where it is not. */
const moveHead = fixedQuery((db, { key, ...given }: SeenEnd & Move) => {
  const { session, owner, branch, segment, seen_version, seen_length, seen_session, seen_current, ...moved } = given;
  return db
    .updateTable('heads')
    .set(moved)
    .where('session', '=', session)
    .where(({ exists, selectFrom }) => {
      const own = selectFrom('sessions').select('id').where('id', '=', session).where('owner', '=', owner);
      return exists(own.where('version', '=', seen_session).where('branch', '=', seen_current));
    })
    .where('branch', '=', branch)
    .where('version', '=', seen_version)
    .where(({ not, exists, selectFrom }) => {
      const onSegment = selectFrom('entries').select('id').where('session', '=', session).where('segment', '=', segment);
      return not(exists(onSegment.where('position', '=', seen_length)));
    })
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('append_keys').select('key').where('session', '=', session).where('key', '=', key))),
    )
    .returning('version');
});

/** Notes what a key was used for. */
async function keepKey(
  db: Db,
  { session, key, entries: given }: AppendRequest & { readonly key: string },
  entries: readonly Entry[],
): Promise<void> {
  const row = { session, key, digest: await requestDigest(given), entries: JSON.stringify(entries.map(({ id }) => id)) };
  await db.insertInto('append_keys').values(row).execute();
}

/** The answer that is complete with the entries gives its turn back, or on. */
async function changeTurn(db: Db, { session, pending, begins, at }: AppendRequest, head: StoredHead): Promise<void> {
  const done = pending === undefined ? null : await completeAnswer(db, pending);
  if (begins !== undefined) {
    const row = { ...begins, session, branch: head.branch, after: head.head.position, place: null, at };
    if (done !== null && done.place === null) await insertPending(db, row);
    else await takeTurn(db, { ...row, place: done?.place ?? null });
  }
}

/** Refuses messages that cannot be stored. */
export function checkEntries(entries: readonly NewEntry[]): void {
  if (entries.length === 0) throw new Invalid('There is nothing to append. Nothing was written.');
  for (const { message } of entries) {
    if (!Array.isArray(message?.parts) || typeof message.role !== 'string')
      throw new Invalid('A message needs a role and a list of parts. Nothing was written.');
  }
}
