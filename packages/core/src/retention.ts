import type { Counter } from './counter.ts';
import type { Seams } from './seam.ts';
import type { View } from './view.ts';

/** Positions from which on history, and the steps of the running turn, are kept as they are. */
export interface Retained {
  readonly history: number;
  readonly steps: number;
}

/** Tokens that are kept: of the newest messages, and of the newest steps where there are more of them. */
export interface Retention {
  readonly messages: number;
  readonly steps: number;
}

/** Share of the room that the newest steps of a running turn may keep. */
const STEP_SHARE = 0.15;

/** Tokens kept of steps where `messages` are kept of a conversation with this much room. */
export function retentionIn(room: number, messages: number): Retention {
  return { messages, steps: Math.max(messages, Math.floor(room * STEP_SHARE)) };
}

/**
 * What is kept: the largest recent run of messages that fits and starts at a seam; and of the steps taken on the latest
 * request the largest recent run that fits their share, never less than the newest one. A summary ends a run: it is material
 * for the next one. The request itself is kept whatever it weighs.
 */
export function retainedFrom({ rows }: View, seams: Seams, count: Counter, most: Retention): Retained {
  let history = Math.min(seams.request, seams.newest);
  let steps = seams.newest;
  let weight = 0;
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at];
    if (row?.kind !== 'entry') break;
    weight += count.message(row.message);
    const isStep = row.index > seams.request;
    if (weight > (isStep ? Math.max(most.messages, most.steps) : most.messages)) break;
    if (!seams.cutBefore(row.index)) continue;
    if (isStep) steps = Math.min(steps, row.index);
    else history = Math.min(history, row.index);
  }
  return { history, steps };
}

/** True for an entry that is older than what is kept; the request never is. */
export function isOlder({ request }: Pick<Seams, 'request'>, { history, steps }: Retained, index: number): boolean {
  return index < request ? index < history : index > request && index < steps;
}
