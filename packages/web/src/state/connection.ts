import type { Problem } from '../api/problem.ts';
import { appState } from './per-session.ts';

/** Whether the server can be reached, as far as the last request or the events of a session tell. */
export const connection = appState(true);

/** Why the server takes nothing in: its disk is full or read-only, or its store is damaged. Null while it does. */
export const onlyReads = appState<'unwritable' | 'damaged' | null>(null);

/** The refusal of somebody who is not signed in, or no longer, whichever request got it. Null once one is answered. */
export const signInWanted = appState<Problem | null>(null);
