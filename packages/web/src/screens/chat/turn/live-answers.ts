import type { TurnChunk } from '@tenfold/contract';
import { perSession } from '../../../state/per-session.ts';
import { type LivePart, partsAfter } from './turn-stream.ts';

/** What comes is drawn no more often than this: quick enough to read along, and typing never waits for it. */
const DRAW_MS = 120;

const NOTHING: readonly LivePart[] = [];
const come = new Map<string, readonly LivePart[]>();
const drawn = perSession<readonly LivePart[]>(NOTHING);
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** What has come of the answer to a turn, in a component. */
export function useAnswer(key: string): readonly LivePart[] {
  return drawn.use(key);
}

/** Takes one more chunk of an answer in. Words are drawn with those that follow soon, all else at once. */
export function growAnswer(key: string, chunk: TurnChunk): void {
  const before = come.get(key) ?? NOTHING;
  const after = partsAfter(before, chunk);
  if (after === before) return;
  come.set(key, after);
  if (chunk.type !== 'text-delta' && chunk.type !== 'reasoning-delta') draw(key);
  else if (!timers.has(key))
    timers.set(
      key,
      setTimeout(() => draw(key), before.length === 0 ? 0 : DRAW_MS),
    );
}

/** Forgets what has come, as before it comes again. */
export function forgetAnswer(key: string): void {
  come.delete(key);
  draw(key);
}

function draw(key: string): void {
  clearTimeout(timers.get(key));
  timers.delete(key);
  drawn.set(key, () => come.get(key) ?? NOTHING);
}
