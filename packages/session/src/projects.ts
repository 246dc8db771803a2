/** A project as it is shown. */
export interface ProjectView {
  readonly id: string;
  readonly name: string;
  readonly strategy: string | null;
  readonly sessions: number;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Projects; their chats live and die with them. */
export interface Projects {
  list(): Promise<readonly ProjectView[]>;
  create(project: { name: string; strategy?: string | null }): Promise<ProjectView>;
  update(id: string, change: { name?: string; strategy?: string | null; expect?: number }): Promise<ProjectView>;
  /** Answers which sessions went with it. */
  remove(id: string): Promise<{ readonly sessions: readonly string[] }>;
}
