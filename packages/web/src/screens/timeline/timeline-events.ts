import type { Checkpoint, Run } from '@tenfold/contract';
import { signed } from '../../ui/figures.ts';

/** A moment of a conversation: a checkpoint, or a condensation with the state that was kept before it. */
export type Moment =
  | {
      readonly kind: 'checkpoint';
      readonly id: string;
      readonly at: number;
      readonly branch: string;
      readonly checkpoint: Checkpoint;
    }
  | {
      readonly kind: 'fold';
      readonly id: string;
      readonly at: number;
      readonly branch: string;
      readonly run: Run;
      readonly before: Checkpoint | null;
    };

/** Checkpoints and condensations in one line of time, oldest first. A condensation and the checkpoint made for it are one moment. */
export function momentsOf(checkpoints: readonly Checkpoint[], runs: readonly Run[]): readonly Moment[] {
  const made = checkpoints.filter(({ tags }) => tags.includes('before-fold')).toSorted((a, b) => b.createdAt - a.createdAt);
  const taken = new Set<Checkpoint>();
  const folds = runs
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .map((run): Moment => {
      const before = made.find((one) => !taken.has(one) && one.branch === run.branch && one.createdAt <= run.createdAt) ?? null;
      if (before !== null) taken.add(before);
      return { kind: 'fold', id: run.id, at: run.createdAt, branch: run.branch, run, before };
    });
  const saved = checkpoints
    .filter((checkpoint) => !taken.has(checkpoint))
    .map((checkpoint): Moment => {
      const { id, branch, createdAt: at } = checkpoint;
      return { kind: 'checkpoint', id, at, branch, checkpoint };
    });
  return [...saved, ...folds].sort((a, b) => a.at - b.at || Number(a.kind === 'fold') - Number(b.kind === 'fold'));
}

/** How far the conversation was at a moment; null where nobody wrote it down. */
export function positionOf(moment: Moment): number | null {
  const checkpoint = moment.kind === 'fold' ? moment.before : moment.checkpoint;
  return checkpoint?.position ?? null;
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
