import { perSession } from './per-session.ts';

const state = perSession(true);
const ALL = '';

/** Notes whether the server can be reached. */
export function noteConnection(up: boolean): void {
  state.set(ALL, () => up);
}

/** Whether the server can be reached, as far as the last request or the events of a session tell. */
export function useConnected(): boolean {
  return state.use(ALL);
}

const onlyReads = perSession(false);

/** Notes whether the server takes nothing in: its disk is full or read-only. */
export function noteOnlyReads(only: boolean): void {
  onlyReads.set(ALL, () => only);
}

/** Whether the server takes nothing in. */
export function useOnlyReads(): boolean {
  return onlyReads.use(ALL);
}
