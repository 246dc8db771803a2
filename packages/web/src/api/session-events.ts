import { headers, reach } from './client.ts';
import { Problem } from './problem.ts';
import { eventsOf } from './sse.ts';

/** News of a session: its kind and what it carries. */
export interface News {
  readonly type: string;
  readonly data: unknown;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8_000;

/** Follows a session's news until `signal` fires or the session is gone. Reconnects by itself and asks for what it missed. */
export async function followSession(
  session: string,
  tell: (news: News) => void,
  connection: (up: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  let last: string | undefined;
  let wait = FIRST_WAIT;
  while (!signal.aborted) {
    try {
      const response = await reach(`/api/sessions/${session}/events`, {
        headers: { ...headers(false), accept: 'text/event-stream', ...(last === undefined ? {} : { 'last-event-id': last }) },
        signal,
      });
      connection(true);
      wait = FIRST_WAIT;
      for await (const event of eventsOf(response)) {
        if (event.id !== undefined) last = event.id;
        if (event.event !== undefined) tell({ type: event.event, data: JSON.parse(event.data) });
      }
    } catch (error) {
      if (signal.aborted || (error instanceof Problem && error.status === 404)) return;
    }
    connection(false);
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
