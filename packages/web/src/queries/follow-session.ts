import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followSession } from '../api/session-events.ts';
import { noteConnection } from '../state/connection.ts';
import { keys } from './keys.ts';
import { takeEvent } from './session-events.ts';

/** Follows a session's events while it is shown, on whichever screen. After a gap everything is asked for again. */
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
    void followSession(session, (event) => takeEvent(client, session, event), connection, left.signal).then(() => {
      // Its events end by themselves only where it is gone.
      if (!left.signal.aborted) void client.invalidateQueries({ queryKey: keys.session(session), exact: true });
    });
    return () => left.abort();
  }, [client, session]);
}
