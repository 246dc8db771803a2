import type { Json, JsonObject, Role } from '@tenfold/core';
import type { JoinBuilder, Selectable } from 'kysely';
import { readJson, rowsIn, withFallback } from './column-json.ts';
import { NotFound } from './error.ts';
import { fixedQuery } from './fixed-query.ts';
import type { StoredHead } from './head.ts';
import { type HeadRow, storedHead, usedOf, withEnd } from './head-rows.ts';
import { FOLD_JOB, isJob, type RecentJobs, type RecentRow, recentJobs, recentOf, timeOf } from './jobs.ts';
import { ofProfile, readableBy } from './profiles.ts';
import type { Db, Schema } from './schema.ts';
import type { Scope } from './scope.ts';
import type { Session, SessionId, SessionKind, Used } from './session.ts';
import { TOOL_SERVERS } from './settings.ts';

/** The end of a branch as somebody read or wrote it: an append that is given it need not read it again. */
export interface BranchEnd {
  readonly head: StoredHead;
  /** Segment of the record its position lies on. */
  readonly segment: number | null;
  /** Who spoke last. */
  readonly role: Role | null;
  /** What its session is called, its version, and the branch turns go on. */
  readonly title: string;
  readonly sessionVersion: number;
  readonly current: string;
}

/** A session with all that a turn has to know of it, read by one statement. */
export interface OpenedSession {
  readonly session: Session;
  readonly end: BranchEnd;
  /** What the view of its head needs, as it is stored. */
  readonly plan: string;
  readonly used: Used | null;
  /** Another whenever its profile, or what is stored of that one's model, is another; null where it has none. */
  readonly profileMark: string | null;
  /** Strategy of its project. */
  readonly projectStrategy: string | null;
  /** What is set for it (`session`) and for everyone (`global`). */
  readonly settings: readonly { readonly scope: 'session' | 'global'; readonly key: string; readonly value: Json }[];
  /** Servers of tools, by id, and the version of each. */
  readonly toolServers: ReadonlyMap<string, number>;
  /** How folding goes in it, whoever folds. */
  readonly folds: RecentJobs;
}

interface Sought {
  readonly id: SessionId;
  readonly owner: string;
  /** Scope of its settings. */
  readonly own: string;
}

type Terms = Pick<Scope, 'rowsAsJson' | 'clock'>;

const sessionQuery = (db: Db, { id, owner, own }: Sought, terms: Terms, headOf: (join: HeadJoin) => HeadJoin) =>
  db
    .selectFrom('sessions')
    .leftJoin('heads', (join) => headOf(join.onRef('heads.session', '=', 'sessions.id')))
    .leftJoin('entries', (join) => join.onRef('entries.session', '=', 'sessions.id').onRef('entries.id', '=', 'heads.position'))
    .leftJoin('projects', 'projects.id', 'sessions.project')
    .leftJoin('profiles', (join) => join.onRef('profiles.id', '=', 'sessions.profile').on(readableBy(owner)))
    .leftJoin('model_configs', (join) => join.on(ofProfile(owner)))
    .selectAll('heads')
    .select(['sessions.id', 'sessions.kind', 'sessions.project', 'sessions.title', 'sessions.profile', 'sessions.strategy'])
    .select([
      'sessions.created_at',
      'sessions.archived_at',
      'sessions.pinned_at',
      'sessions.branch as current',
      'entries.role',
      'entries.segment as tip_segment',
      'entries.position as tip_position',
      'projects.strategy as project_strategy',
    ])
    .select(['sessions.version as session_version', 'sessions.updated_at as session_updated_at'])
    .select(['profiles.owner as profile_owner', 'profiles.version as profile_version', 'profiles.updated_at as profile_at'])
    .select(['model_configs.version as model_version', 'model_configs.updated_at as model_at'])
    .select((on) =>
      terms
        .rowsAsJson(
          on
            .selectFrom('settings')
            .select(['settings.scope', 'settings.key'])
            .select((row) =>
              row
                .case()
                .when('settings.scope', '=', TOOL_SERVERS)
                .then(row.cast<string>('settings.version', 'text'))
                .else(row.ref('settings.value'))
                .end()
                .as('value'),
            )
            .where('settings.owner', '=', owner)
            .where('settings.scope', 'in', ['global', own, TOOL_SERVERS]),
        )
        .as('set'),
    )
    .select([recentJobs(terms, { owner, session: id, kind: FOLD_JOB }).as('jobs'), timeOf(terms).as('at')])
    .where('sessions.id', '=', id)
    .where('sessions.owner', '=', owner);

type HeadJoin = JoinBuilder<Schema & { heads: Schema['heads'] }, 'sessions' | 'heads'>;

const onCurrent = fixedQuery((db, sought: Sought, terms: Terms) =>
  sessionQuery(db, sought, terms, (join) => join.onRef('heads.branch', '=', 'sessions.branch')),
);
const onBranch = fixedQuery((db, { branch, ...sought }: Sought & { readonly branch: string }, terms: Terms) =>
  sessionQuery(db, sought, terms, (join) => join.on('heads.branch', '=', branch)),
);

/** Reads sessions of a scope, each with its head and settings. */
export function sessionOpener(scope: Scope): (id: SessionId, branch?: string) => Promise<OpenedSession> {
  const { read, owner } = scope;
  return async (id, branch) => {
    const own = `session:${id}`;
    const sought = { id, owner, own };
    let [row] = await (branch === undefined ? onCurrent(read, sought, scope) : onBranch(read, { ...sought, branch }, scope));
    if (row === undefined) throw new NotFound('session', id);
    const isLost = row.branch === null && branch === undefined;
    if (isLost) [row = row] = await onBranch(read, { ...sought, branch: await branchInstead(read, id, row.current) }, scope);
    if (row.branch === null) throw new NotFound('branch', branch ?? row.current);
    const found = row as typeof row & HeadRow;
    const isSound = row.tip_position === found.length - 1 && row.tip_segment === row.segment;
    const ended = isSound ? found : await withEnd(read, found);
    const stored = storedHead(ended);
    const head = isLost ? { ...stored, damages: [...(stored.damages ?? []), LOST_BRANCH] } : stored;
    const set = rowsIn<SettingRow>(row.set, 'list of settings', isSetting);
    const jobs = rowsIn<RecentRow>(row.jobs, 'list of jobs', isJob);
    const toolServers = new Map<string, number>();
    const settings: { scope: 'session' | 'global'; key: string; value: Json }[] = [];
    for (const { scope: name, key, value: text } of set) {
      const value = name === TOOL_SERVERS ? undefined : readSet(text);
      if (name === TOOL_SERVERS) toolServers.set(key, Number(text));
      else if (value !== undefined) settings.push({ scope: name === own ? 'session' : 'global', key, value });
    }
    const { profile, profile_owner, profile_version, profile_at, model_version, model_at } = row;
    const session = {
      ...row,
      branch: isLost ? head.branch : row.current,
      version: row.session_version,
      updated_at: row.session_updated_at,
    };
    return {
      session: sessionOf(session),
      end: {
        head,
        segment: ended.segment,
        role: row.role as Role | null,
        title: row.title,
        sessionVersion: row.session_version,
        current: row.current,
      },
      plan: (row as HeadRow).plan,
      used: usedOf(row),
      profileMark:
        profile_version === null
          ? null
          : [profile, profile_owner, profile_version, profile_at, model_version, model_at].join(' '),
      projectStrategy: row.project_strategy,
      folds: jobs.length === 0 ? NO_JOBS : recentOf(jobs, row.at),
      toolServers,
      settings,
    };
  };
}

const LOST_BRANCH = 'the branch it was on is not there, so another of its branches is shown';

/** A branch for a session whose own is not there: the first one, or the one written last. */
export async function branchInstead(db: Db, session: SessionId, named: string): Promise<string> {
  const heads = db.selectFrom('heads').select('branch').where('session', '=', session);
  const found =
    (await heads.where('branch', '=', 'main').executeTakeFirst()) ??
    (await heads.orderBy('updated_at', 'desc').limit(1).executeTakeFirst());
  return found?.branch ?? named;
}

/** How it goes where nobody has folded yet. */
const NO_JOBS: RecentJobs = { jobs: [], at: null };

/** One that cannot be read is left out, so that the others are there. */
const readSet = withFallback(readJson, undefined);

type SettingRow = { readonly scope: string; readonly key: string; readonly value: string };

const isSetting = ({ key, value }: JsonObject) => typeof key === 'string' && typeof value === 'string';

/** A session as its row has it. */
export type SessionRow = Selectable<Schema['sessions']>;

/** A session as it is handed out. */
export function sessionOf(
  row: Omit<SessionRow, 'owner' | 'touched' | 'last_sequence' | 'last_event' | 'preview' | 'searched'>,
): Session {
  return {
    id: row.id,
    kind: row.kind as SessionKind,
    project: row.project,
    title: row.title,
    profile: row.profile,
    strategy: row.strategy,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    archivedAt: row.archived_at,
    pinnedAt: row.pinned_at,
    branch: row.branch,
  };
}
