import type { Session } from '../../api/contract.ts';

/** What can be done with a session from its row. */
export interface RowActions {
  rename(session: Session): void;
  retitle(session: Session, title: string | null): void;
  archive(session: Session): void;
  remove(session: Session): void;
}
