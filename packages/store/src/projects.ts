import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { Conflict } from './error.ts';
import type { Project, ProjectId } from './project.ts';
import { MAX_OF_A_KIND, refuseMore } from './refuse-more.ts';
import { findRow, getRow, listRows, removeRows, updateRows } from './rows.ts';
import type { Db, Schema } from './schema.ts';
import type { Scope } from './scope.ts';
import type { SessionId } from './session.ts';
import { nextVersion } from './version.ts';

/** Projects of one owner. */
export interface Projects {
  create(project: { id?: ProjectId; name: string; strategy?: string | null; at: number }): Promise<Project>;
  list(): Promise<readonly Project[]>;
  update(id: ProjectId, change: { name?: string; strategy?: string | null; expect?: number; at: number }): Promise<Project>;
  /** Its sessions that something is under way in: an answer, a message in line, or a job. */
  busy(id: ProjectId): Promise<readonly SessionId[]>;
  /** Removes the project with its project and knowledge-officer sessions; answers which went with it. */
  remove(id: ProjectId): Promise<{ readonly sessions: readonly SessionId[] }>;
}

/** The projects of a scope. */
export function createProjects(scope: Scope): Projects {
  return {
    create: ({ id = randomUUID(), name, strategy = null, at }) =>
      scope.write([`project ${id}`], async (db) => {
        if ((await findRow(db, 'projects', { id })) !== undefined)
          throw new Conflict(`There already is a project ${id}. Nothing was changed.`, { project: id });
        await refuseMore(db, { table: 'projects', of: { owner: scope.owner }, max: MAX_OF_A_KIND, called: 'projects' });
        const row = { id, owner: scope.owner, name, strategy, version: 1, created_at: at, updated_at: at };
        await db.insertInto('projects').values(row).execute();
        return projectOf(row);
      }),
    list: async () => (await listRows(scope.read, 'projects', { owner: scope.owner }, ['name', 'id'])).map(projectOf),
    update: (id, change) =>
      scope.write([`project ${id}`], async (db) => {
        const row = await projectRow(db, scope.owner, id);
        const next = {
          name: change.name ?? row.name,
          strategy: change.strategy === undefined ? row.strategy : change.strategy,
          version: nextVersion(`project ${id}`, row.version, change.expect),
          updated_at: change.at,
        };
        await updateRows(db, 'projects', { id }, next);
        return projectOf({ ...row, ...next });
      }),
    async busy(id) {
      const rows = await scope.read
        .selectFrom('sessions')
        .select('id')
        .where('owner', '=', scope.owner)
        .where('project', '=', id)
        .where(({ or, exists, selectFrom }) => {
          const answers = selectFrom('pending_answers').select('pending_answers.id');
          const jobs = selectFrom('jobs').select('jobs.id').where('jobs.owner', '=', scope.owner);
          return or([
            exists(answers.whereRef('pending_answers.session', '=', 'sessions.id')),
            exists(jobs.whereRef('jobs.session', '=', 'sessions.id').where('jobs.state', 'in', ['queued', 'running'])),
          ]);
        })
        .execute();
      return rows.map((session) => session.id);
    },
    remove: (id) =>
      scope.write([`project ${id}`], async (db) => {
        await projectRow(db, scope.owner, id);
        const sessions = await db.selectFrom('sessions').select('id').where('project', '=', id).execute();
        for (const session of sessions) await scope.fts.removeSession(db, session.id);
        await removeRows(db, 'projects', { id });
        return { sessions: sessions.map((session) => session.id) };
      }),
  };
}

/** A project's row, if it is the owner's. */
export function projectRow(db: Db, owner: string, id: ProjectId): Promise<Selectable<Schema['projects']>> {
  return getRow(db, 'projects', 'project', { id, owner });
}

function projectOf(row: Selectable<Schema['projects']>): Project {
  return {
    id: row.id,
    name: row.name,
    strategy: row.strategy,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
