import { api } from '@tenfold/contract';
import { call, reach } from '../../api/client.ts';
import { appState } from '../../state/per-session.ts';
import { ACTION_MS } from '../../ui/toast.tsx';

/** How long a removal can be taken back; a little longer than its toast shows. */
const UNDO_MS = ACTION_MS + 500;

const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** Sessions that are about to be removed and no longer shown. */
export const leavingSessions = appState<ReadonlySet<string>>(new Set());

function changed(): void {
  leavingSessions.set(new Set(timers.keys()));
}

/** Removes a session for good once nobody has taken it back for a while; `failed` is called where it could not. */
export function removeLater(session: string, done: () => void, failed: (error: unknown) => void): void {
  const remove = async () => {
    try {
      await call(api.sessions.remove, { session });
      done();
    } catch (error) {
      failed(error);
    }
    timers.delete(session);
    changed();
  };
  timers.set(session, setTimeout(remove, UNDO_MS));
  changed();
}

/** Takes a removal back. */
export function keep(session: string): void {
  clearTimeout(timers.get(session));
  timers.delete(session);
  changed();
}

/** A page that goes away keeps its word: what was removed is removed. */
function removeBeforeLeaving(): void {
  for (const [session, timer] of timers) {
    clearTimeout(timer);
    void reach(api.sessions.remove, { session }, { keepalive: true }).catch(() => {});
  }
  timers.clear();
}

if (typeof window !== 'undefined') window.addEventListener('pagehide', removeBeforeLeaving);
