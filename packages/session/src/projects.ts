import type { Project as ProjectView } from '@tenfold/contract';
import type { Project, SessionId } from '@tenfold/store';
import type { Dependencies } from './dependencies.ts';
import { invalidRequest } from './session-error.ts';
import { type Known, settingProblem } from './settings/setting-problem.ts';

/** Projects; their chats live and die with them. */
export interface Projects {
  list(): Promise<readonly ProjectView[]>;
  create(project: { name: string; strategy?: string | null }): Promise<ProjectView>;
  update(id: string, change: { name?: string; strategy?: string | null; expect?: number }): Promise<ProjectView>;
  /** Answers which sessions went with it. */
  remove(id: string): Promise<{ readonly sessions: readonly string[] }>;
}

/** The projects of a store. */
export function createProjects(
  deps: Pick<Dependencies, 'store' | 'now' | 'strategies'>,
  settle: (session: SessionId) => Promise<void>,
): Projects {
  const { store, now } = deps;
  const view = (project: Project, sessions: number): ProjectView => ({
    id: project.id,
    name: project.name,
    strategy: project.strategy,
    sessions,
    version: project.version,
    createdAt: project.createdAt,
    updatedAt: project.updatedAt,
  });
  return {
    async list() {
      const counts = await store.sessions.counts();
      return (await store.projects.list()).map((project) => view(project, counts.get(project.id) ?? 0));
    },
    async create({ name, strategy = null }) {
      refuse(deps, name, strategy);
      return view(await store.projects.create({ name: name.trim(), strategy, at: now() }), 0);
    },
    async update(id, change) {
      refuse(deps, change.name ?? 'unchanged', change.strategy ?? null);
      const project = await store.projects.update(id, { ...change, at: now() });
      return view(project, (await store.sessions.counts()).get(id) ?? 0);
    },
    async remove(id) {
      await Promise.all((await store.projects.busy(id)).map(settle));
      return store.projects.remove(id);
    },
  };
}

function refuse(known: Known, name: string, strategy: string | null): void {
  const message = strategy === null ? null : settingProblem('strategy', strategy, known);
  const problems = [
    ...(name.trim() === '' ? [{ field: 'name', message: 'A project needs a name.' }] : []),
    ...(message === null ? [] : [{ field: 'strategy', message }]),
  ];
  if (problems.length > 0) throw invalidRequest(problems);
}
