import { useEffect } from 'react';
import { useRecovery, useSessions } from '../../queries/sessions.ts';
import { leavingSessions } from './pending-removal.ts';

/** What is looked at, as the address says it. */
export interface Shown {
  readonly q?: string | undefined;
  readonly project?: string | undefined;
  readonly archived?: boolean | undefined;
}

const REFRESH_MS = 10_000;

/** The sessions to show: those that match, pinned ones first however long they rest, without those on their way out. Looks again when the tab is looked at. */
export function useShownSessions({ q = '', project = '', archived = false }: Shown) {
  const leaving = leavingSessions.use();
  const { data = [], error, refetch, isPending, ...pages } = useSessions({ q, archived, projectId: project });
  const { data: pinned = [], refetch: lookForPinned } = useSessions({ q, archived, projectId: project, pinned: true });
  const { refetch: lookForLost } = useRecovery();
  useEffect(() => {
    const timer = setInterval(() => void Promise.all([refetch(), lookForPinned(), lookForLost()]), REFRESH_MS);
    return () => clearInterval(timer);
  }, [refetch, lookForPinned, lookForLost]);
  const all = [...new Map([...pinned, ...data].map((session) => [session.id, session])).values()];
  const sessions = all.filter(({ id, archivedAt }) => !leaving.has(id) && (archivedAt !== null) === archived);
  const more = pages.hasNextPage ? () => void pages.fetchNextPage() : null;
  return {
    sessions,
    latest: sessions.find(({ id }) => id === data[0]?.id),
    error,
    refetch,
    isPending,
    more,
    fetching: pages.isFetchingNextPage,
  };
}
