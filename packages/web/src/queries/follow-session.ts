import { useQueryClient } from '@tanstack/react-query';
import { api, type SessionEvent } from '@tenfold/contract';
import { useEffect } from 'react';
import { reach, streamed } from '../api/client.ts';
import { isOffline, Problem } from '../api/problem.ts';
import { connection } from '../state/connection.ts';
import { keys } from './keys.ts';
import { sessionQuery } from './session.ts';
import { takeEvent } from './session-events.ts';

/**
 * Follows a session's events while it is shown, on whichever screen: from when it was asked for, so that nothing is missed
 * between. After a gap everything is asked for again.
 */
export function useSessionEvents(session: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (session === undefined) return;
    const left = new AbortController();
    let wasDown = false;
    const noteConnection = (up: boolean) => {
      connection.set(up);
      if (up && wasDown) void client.invalidateQueries({ queryKey: keys.session(session) });
      wasDown = !up;
    };
    const follow = async () => {
      const shown = await client.fetchQuery(sessionQuery(session)).catch(() => undefined);
      await followSession(session, shown?.lastEvent, (event) => takeEvent(client, session, event), noteConnection, left.signal);
      // Its events end by themselves only where it is gone.
      if (!left.signal.aborted) void client.invalidateQueries({ queryKey: keys.session(session), exact: true });
    };
    void follow();
    return () => left.abort();
  }, [client, session]);
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8_000;

/** Follows a session's events from one on, until `signal` fires or the session is gone. Reconnects by itself and asks for what it missed. */
async function followSession(
  session: string,
  from: number | undefined,
  onEvent: (event: SessionEvent) => void,
  onConnection: (up: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  let last: string | null = from === undefined ? null : String(from);
  let wait = FIRST_WAIT;
  while (!signal.aborted) {
    let isThere = false;
    try {
      const resumed: Record<string, string> = last === null ? {} : { 'last-event-id': last };
      const headers: Record<string, string> = { accept: 'text/event-stream', ...resumed };
      const response: Response = await reach(api.events.follow, { session }, { headers, signal });
      onConnection(true);
      wait = FIRST_WAIT;
      for await (const { id, data } of streamed(api.events.follow, response)) {
        last = id ?? last;
        onEvent(data);
      }
      // A server that leaves ends its streams itself, and another has taken its place by then: nothing is missing unless that is not so.
      isThere = true;
    } catch (error) {
      if (signal.aborted || (error instanceof Problem && error.status === 404)) return;
      // One that refuses is there.
      isThere = error instanceof Problem && !isOffline(error);
    }
    if (!isThere) onConnection(false);
    await pause(wait, signal);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
