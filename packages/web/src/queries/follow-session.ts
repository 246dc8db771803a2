import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followSession } from '../api/session-events.ts';
import { noteConnection } from '../state/connection.ts';
import { keys } from './keys.ts';
import { sessionQuery } from './session.ts';
import { takeEvent } from './session-events.ts';

/**
 * Follows a session's events while it is shown, on whichever screen: from when it was asked for, so that nothing happens unheard
 * between. After a gap everything is asked for again.
 */
export function useSessionNews(session: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (session === undefined) return;
    const left = new AbortController();
    let wasDown = false;
    const connection = (up: boolean) => {
      noteConnection(up);
      if (up && wasDown) void client.invalidateQueries({ queryKey: keys.session(session) });
      wasDown = !up;
    };
    const follow = async () => {
      const shown = await client.fetchQuery(sessionQuery(session)).catch(() => undefined);
      await followSession(session, shown?.lastEvent, (event) => takeEvent(client, session, event), connection, left.signal);
      // Its events end by themselves only where it is gone.
      if (!left.signal.aborted) void client.invalidateQueries({ queryKey: keys.session(session), exact: true });
    };
    void follow();
    return () => left.abort();
  }, [client, session]);
}
