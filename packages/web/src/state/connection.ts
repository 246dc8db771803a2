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
