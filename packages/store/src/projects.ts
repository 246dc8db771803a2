import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { Conflict, NotFound } from './error.ts';
import type { Project, ProjectId } from './project.ts';
import type { Db, Schema } from './schema.ts';
import type { Scope } from './scope.ts';
import type { SessionId } from './session.ts';
import { nextVersion } from './version.ts';

/** Projects of one owner. */
export interface Projects {
  create(project: { id?: ProjectId; name: string; strategy?: string | null; at: number }): Promise<Project>;
  get(id: ProjectId): Promise<Project>;
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
        const taken = await db.selectFrom('projects').select('id').where('id', '=', id).executeTakeFirst();
        if (taken !== undefined) throw new Conflict(`There already is a project ${id}. Nothing was changed.`, { project: id });
        const row = { id, owner: scope.owner, name, strategy, version: 1, created_at: at, updated_at: at };
        await db.insertInto('projects').values(row).execute();
        return project(row);
      }),
    get: async (id) => project(await projectRow(scope.read, scope.owner, id)),
    async list() {
      const rows = await scope.read
        .selectFrom('projects')
        .selectAll()
        .where('owner', '=', scope.owner)
        .orderBy('name')
        .orderBy('id')
        .execute();
      return rows.map(project);
    },
    update: (id, change) =>
      scope.write([`project ${id}`], async (db) => {
        const row = await projectRow(db, scope.owner, id);
        const next = {
          name: change.name ?? row.name,
          strategy: change.strategy === undefined ? row.strategy : change.strategy,
          version: nextVersion(`project ${id}`, row.version, change.expect),
          updated_at: change.at,
        };
        await db.updateTable('projects').set(next).where('id', '=', id).execute();
        return project({ ...row, ...next });
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
        await db.deleteFrom('projects').where('id', '=', id).execute();
        return { sessions: sessions.map((session) => session.id) };
      }),
  };
}

/** A project's row, if it is the owner's. */
export async function projectRow(db: Db, owner: string, id: ProjectId): Promise<Selectable<Schema['projects']>> {
  const row = await db.selectFrom('projects').selectAll().where('id', '=', id).where('owner', '=', owner).executeTakeFirst();
  if (row === undefined) throw new NotFound('project', id);
  return row;
}

function project(row: Selectable<Schema['projects']>): Project {
  return {
    id: row.id,
    name: row.name,
    strategy: row.strategy,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
