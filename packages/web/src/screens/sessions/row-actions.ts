import type { Project, Session } from '@tenfold/contract';

/** What can be done with a session from its row. */
export interface RowActions {
  rename(session: Session): void;
  retitle(session: Session, title: string | null): void;
  archive(session: Session): void;
  /** Keeps it on top of the list, or lets it go. */
  pin(session: Session): void;
  /** Into a project, or (null) out of the one it is in. */
  move(session: Session, to: Project | null): void;
  remove(session: Session): void;
}
