import { sql } from 'kysely';
import { checkEntries } from './append.ts';
import { begin, emptyHead, emptySession, type NewConversation } from './begin.ts';
import type { Appended } from './entry.ts';
import { Conflict, Invalid, NotFound } from './error.ts';
import { headRow, usedOf } from './head-rows.ts';
import { branchInstead, type OpenedSession, type SessionRow, sessionOf, sessionOpener } from './opened-session.ts';
import { optionsOf } from './planned-append.ts';
import type { ProjectId } from './project.ts';
import { projectRow } from './projects.ts';
import { findRow, getRow, removeRows, updateRows } from './rows.ts';
import type { Db } from './schema.ts';
import type { Scope } from './scope.ts';
import type { ListedSession, Session, SessionChange, SessionId, SessionKind } from './session.ts';
import { type CopiedAs, copySession, rowsOf, type SessionRows } from './session-copy.ts';
import { newSessionId } from './session-id.ts';
import { storableText } from './storable.ts';
import { sessionWords, soughtPattern } from './touch-session.ts';
import { nextVersion } from './version.ts';

/** Which sessions are listed. */
export interface SessionFilter {
  /** That one alone, archived or not. */
  readonly id?: SessionId;
  readonly kind?: SessionKind;
  readonly project?: ProjectId;
  /** Those in the archive, and no others. */
  readonly archived?: boolean;
  /** Those that stay on top, and no others. */
  readonly pinned?: boolean;
  /** In the title or the last message, without regard to case and accents. */
  readonly q?: string;
  /** Only what stands behind this `order`: the next page. */
  readonly before?: number;
  readonly limit?: number;
}

/** Sessions of one owner. */
export interface Sessions {
  /** Also writes the empty head of branch `main`. A project may have one knowledge-officer session. */
  create(session: {
    id?: SessionId;
    kind?: SessionKind;
    project?: ProjectId | null;
    title?: string;
    profile?: string | null;
    strategy?: string | null;
    at: number;
  }): Promise<Session>;
  /** A session that has entries from the start, as `create` and an append would leave it, in fewer steps. */
  begin(conversation: NewConversation): Promise<Appended>;
  get(id: SessionId): Promise<Session>;
  /** A session with its head and its settings, read at once: on its current branch unless another is named. */
  open(id: SessionId, branch?: string): Promise<OpenedSession>;
  /** Most recently used first, 50 unless said otherwise. */
  list(filter?: SessionFilter): Promise<readonly ListedSession[]>;
  /** How many of each project a list without end would show; none of one that has none. */
  counts(): Promise<ReadonlyMap<ProjectId, number>>;
  update(id: SessionId, change: SessionChange): Promise<Session>;
  /** Everything a session consists of: its record, branches, folds, checkpoints and settings. */
  rows(id: SessionId): SessionRows;
  /** A session with everything another one has, of this store or not, under ids of its own; its context is the same. */
  copy(rows: SessionRows, as: CopiedAs): Promise<SessionId>;
  /** Makes another of its branches the one that turns go on. */
  switchTo(id: SessionId, branch: string): Promise<void>;
  /** Removes the session and everything that hangs off it. The only way an entry is ever deleted. */
  remove(id: SessionId): Promise<void>;
}

/** Entries whose removal would hold the loop up. */
const MANY_ENTRIES = 500;

type NewSession = Parameters<Sessions['create']>[0];

/** The sessions of a scope. */
export function createSessions(scope: Scope): Sessions {
  return {
    create: (session) => {
      const given = { id: newSessionId(session.at), ...session };
      const locks = given.project ? [given.id, `project ${given.project}`] : [given.id];
      return scope.write(locks, (db) => create(db, scope, given));
    },
    begin: async (conversation) => {
      checkEntries(conversation.entries);
      return scope.write([conversation.id], (db) => begin(db, scope, conversation), optionsOf(conversation));
    },
    get: async (id) => sessionOf(await shownRow(scope.read, scope.owner, id)),
    open: sessionOpener(scope),
    list: (filter = {}) => list(scope.read, scope.owner, filter),
    async counts() {
      const rows = await scope.read
        .selectFrom('sessions')
        .select(({ fn }) => ['project', fn.countAll<number>().as('count')])
        .where('owner', '=', scope.owner)
        .where('project', 'is not', null)
        .where('archived_at', 'is', null)
        .groupBy('project')
        .execute();
      return new Map(rows.map(({ project, count }) => [project ?? '', Number(count)]));
    },
    update: (id, change) =>
      scope.write([id], async (db) => {
        const row = await sessionRow(db, scope.owner, id);
        const title = change.title === undefined ? row.title : storableText(change.title);
        const since = (wish: boolean | undefined, now: number | null) =>
          wish === undefined ? now : wish ? (now ?? change.at) : null;
        const next = {
          ...(await homeAfterMove(db, scope.owner, row, change.project)),
          title,
          searched: sessionWords(title, row.preview),
          profile: change.profile === undefined ? row.profile : change.profile,
          strategy: change.strategy === undefined ? row.strategy : change.strategy,
          archived_at: since(change.archived, row.archived_at),
          pinned_at: since(change.pinned, row.pinned_at),
          version: nextVersion(`session ${id}`, row.version, change.expect),
        };
        await updateRows(db, 'sessions', { id }, next);
        return sessionOf({ ...row, ...next });
      }),
    rows: (id) => rowsOf(scope, id),
    copy: (rows, as) => copySession(scope, rows, as),
    switchTo: (id, branch) =>
      scope.write([id], async (db) => {
        await sessionRow(db, scope.owner, id);
        await headRow(db, scope.owner, id, branch);
        await updateRows(db, 'sessions', { id }, { branch });
      }),
    async remove(id) {
      const known = await findRow(scope.read, 'sessions', { id });
      const remove = async (db: Db) => {
        await sessionRow(db, scope.owner, id);
        await scope.fts.removeSession(db, id);
        await removeRows(db, 'sessions', { id });
      };
      return scope.write([id], remove, { long: (known?.last_sequence ?? 0) > MANY_ENTRIES });
    },
  };
}

async function create(db: Db, scope: Scope, session: NewSession & { id: SessionId }): Promise<Session> {
  const { owner } = scope;
  const { id, kind = 'chat', project = null, profile = null, strategy = null, at } = session;
  const title = storableText(session.title ?? '');
  if ((kind === 'chat') !== (project === null))
    throw new Invalid(`A ${kind} session ${project === null ? 'needs a' : 'has no'} project. Nothing was written.`, {
      kind,
      project,
    });
  if (project !== null) await projectRow(db, owner, project);
  if (kind === 'knowledge-officer') await refuseSecondOfficer(db, project as string);
  if ((await findRow(db, 'sessions', { id })) !== undefined)
    throw new Conflict(`There already is a session ${id}. Nothing was changed.`, { session: id });
  const { touched, ...empty } = emptySession(id, scope, at);
  const row = { ...empty, kind, project, title, profile, strategy, searched: sessionWords(title, null) };
  await db
    .insertInto('sessions')
    .values({ ...row, touched })
    .execute();
  await db.insertInto('heads').values(emptyHead(id, at)).execute();
  return sessionOf(row);
}

/** Where a session stands after a move. The knowledge officer's stays with its project. */
async function homeAfterMove(
  db: Db,
  owner: string,
  { id, kind, project: from }: SessionRow,
  project: ProjectId | null | undefined,
): Promise<Pick<SessionRow, 'kind' | 'project'>> {
  if (project === undefined || project === from) return { kind, project: from };
  if (kind === 'knowledge-officer')
    throw new Conflict(
      'The knowledge-officer session belongs to its project and cannot be moved. Nothing was changed.',
      { session: id, project: from },
      'Move another session, or start one in that project.',
    );
  if (project !== null) await projectRow(db, owner, project);
  return { kind: project === null ? 'chat' : 'project', project };
}

async function refuseSecondOfficer(db: Db, project: string): Promise<void> {
  const officer = await findRow(db, 'sessions', { project, kind: 'knowledge-officer' });
  if (officer === undefined) return;
  const facts = { project, session: officer.id };
  throw new Conflict('The project already has its knowledge-officer session. Nothing was written.', facts, 'Open that one.');
}

async function list(db: Db, owner: string, filter: SessionFilter): Promise<ListedSession[]> {
  const { id, kind, project, archived = false, pinned = false, q = '', before, limit = 50 } = filter;
  const sought = soughtPattern(q);
  let query = db
    .selectFrom('sessions')
    .leftJoin('heads', (join) => join.onRef('heads.session', '=', 'sessions.id').onRef('heads.branch', '=', 'sessions.branch'))
    .leftJoin('projects', 'projects.id', 'sessions.project')
    .selectAll('sessions')
    .select(['heads.length', 'heads.used_tokens', 'heads.counted_by'])
    .select('projects.strategy as project_strategy')
    .select((on) =>
      on
        .selectFrom('checkpoints')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('checkpoints.session', '=', 'sessions.id')
        .as('checkpoints'),
    )
    .where('sessions.owner', '=', owner);
  if (id !== undefined) query = query.where('sessions.id', '=', id);
  else query = query.where('sessions.archived_at', archived ? 'is not' : 'is', null);
  if (pinned) query = query.where('sessions.pinned_at', 'is not', null);
  if (kind !== undefined) query = query.where('sessions.kind', '=', kind);
  if (project !== undefined) query = query.where('sessions.project', '=', project);
  if (before !== undefined) query = query.where('sessions.touched', '<', before);
  if (sought !== null) query = query.where(sql<boolean>`sessions.searched like ${sought} escape '\\'`);
  const rows = await query.orderBy('sessions.touched', 'desc').limit(limit).execute();
  const lost = new Map<SessionId, string>();
  for (const row of rows) if (row.length === null) lost.set(row.id, await branchInstead(db, row.id, row.branch));
  return rows.map((row) => ({
    ...sessionOf(row),
    branch: lost.get(row.id) ?? row.branch,
    entries: Math.max(0, row.last_sequence),
    length: row.length ?? Math.max(0, row.last_sequence),
    used: usedOf(row),
    projectStrategy: row.project_strategy,
    checkpoints: row.checkpoints ?? 0,
    lastMessage: row.preview,
    order: row.touched,
  }));
}

/** A session on a branch that is there. */
async function shownRow(db: Db, owner: string, id: SessionId): Promise<SessionRow> {
  const row = await db
    .selectFrom('sessions')
    .leftJoin('heads', (join) => join.onRef('heads.session', '=', 'sessions.id').onRef('heads.branch', '=', 'sessions.branch'))
    .selectAll('sessions')
    .select('heads.branch as there')
    .where('sessions.id', '=', id)
    .where('sessions.owner', '=', owner)
    .executeTakeFirst();
  if (row === undefined) throw new NotFound('session', id);
  return row.there === null ? { ...row, branch: await branchInstead(db, id, row.branch) } : row;
}

function sessionRow(db: Db, owner: string, id: SessionId): Promise<SessionRow> {
  return getRow(db, 'sessions', 'session', { id, owner });
}
