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

/** Why a server takes nothing in: its disk is full or read-only, or its store is damaged. */
type OnlyReads = 'unwritable' | 'damaged' | null;

const onlyReads = perSession<OnlyReads>(null);

/** Notes whether the server takes nothing in, by what its answers say of it. */
export function noteOnlyReads(said: string | null): void {
  onlyReads.set(ALL, () => (said === null ? null : said === 'damaged' ? said : 'unwritable'));
}

/** Why the server takes nothing in; null while it does. */
export function useOnlyReads(): OnlyReads {
  return onlyReads.use(ALL);
}
