import type { SessionId } from './sessions.ts';

/** Names a project. */
export type ProjectId = string;

/** Something people work on; its chats live and die with it. */
export interface Project {
  readonly id: ProjectId;
  readonly name: string;
  /** Strategy its sessions inherit, null where they take the global one. */
  readonly strategy: string | null;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Projects of one owner. */
export interface Projects {
  create(project: { id?: ProjectId; name: string; strategy?: string | null; at: number }): Promise<Project>;
  get(id: ProjectId): Promise<Project>;
  list(): Promise<readonly Project[]>;
  update(id: ProjectId, change: { name?: string; strategy?: string | null; expect?: number; at: number }): Promise<Project>;
  /** Removes the project with its project and knowledge-officer sessions; answers which went with it. */
  remove(id: ProjectId): Promise<{ readonly sessions: readonly SessionId[] }>;
}
