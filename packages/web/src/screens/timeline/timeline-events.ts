import type { Checkpoint, Run } from '@tenfold/contract';

/** A moment of a conversation: a checkpoint, or a condensation. */
export type Moment =
  | {
      readonly kind: 'checkpoint';
      readonly id: string;
      readonly at: number;
      readonly lane: number;
      readonly checkpoint: Checkpoint;
    }
  | { readonly kind: 'fold'; readonly id: string; readonly at: number; readonly lane: number; readonly run: Run };

/** The moments of a conversation, oldest first, and the branches they lie on. */
export interface Timeline {
  readonly moments: readonly Moment[];
  readonly lanes: readonly string[];
}

/** Puts checkpoints and condensations in one line of time. A condensation lies on the branch of the checkpoint before it. */
export function timelineOf(checkpoints: readonly Checkpoint[], runs: readonly Run[]): Timeline {
  const lanes: string[] = [];
  const laneOf = (branch: string) => {
    if (!lanes.includes(branch)) lanes.push(branch);
    return lanes.indexOf(branch);
  };
  const dated = [
    ...checkpoints.map((checkpoint) => ({ at: checkpoint.createdAt, checkpoint, run: null })),
    ...runs.map((run) => ({ at: run.createdAt, checkpoint: null, run })),
  ].sort((a, b) => a.at - b.at || Number(a.run !== null) - Number(b.run !== null));
  let lane = 0;
  const moments = dated.map(({ at, checkpoint, run }): Moment => {
    if (checkpoint === null) return { kind: 'fold', id: run.id, at, lane, run };
    lane = laneOf(checkpoint.branch);
    return { kind: 'checkpoint', id: checkpoint.id, at, lane, checkpoint };
  });
  return { moments, lanes };
}

/** What a checkpoint stood at. */
export interface Point {
  readonly entries: number;
  readonly tokens: number | null;
}

/** `+6 messages, −14,020 tokens since`: what came after a checkpoint. Tokens are left out where they were not counted. */
export function sinceWords(then: Point, now: Point): string {
  const messages = now.entries - then.entries;
  const words = [messages === 0 ? 'same messages' : `${signed(messages)} ${Math.abs(messages) === 1 ? 'message' : 'messages'}`];
  if (then.tokens !== null && now.tokens !== null) {
    const tokens = now.tokens - then.tokens;
    words.push(tokens === 0 ? 'same tokens' : `${signed(tokens)} tokens`);
  }
  return words.join(', ');
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toLocaleString('en-US')}`;
}
