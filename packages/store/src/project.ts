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
