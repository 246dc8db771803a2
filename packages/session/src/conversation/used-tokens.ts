import type { MiniStatus } from '@tenfold/contract';
import { type Frame, factorOf, levelOf } from '@tenfold/core';
import type { Used } from '@tenfold/store';
import type { Choices } from '../settings/choices.ts';
import type { LoadedSession } from './load-session.ts';
import { frameName } from './request-note.ts';
import { measure } from './status.ts';

/** Goes up when the same context comes to another number of tokens than before. */
const COUNTING = 1;

type Counting = { readonly choices: Choices; readonly frame: Frame };

/** Names what a context is counted with: the model, what was learnt of it, the system text and the tools. */
export function countedBy({ choices: { model, calibration }, frame }: Counting): string {
  return [COUNTING, model.id, factorOf(calibration, model.id), frameName(frame)].join(' ');
}

/** Tokens of a session that nothing was said in. */
export function emptyUsed(counting: Counting): Used {
  return { tokens: counting.choices.count.frame(counting.frame), by: countedBy(counting) };
}

/** Tokens of a loaded session, as they are kept with its head. */
export function usedTokens(loaded: Pick<LoadedSession, 'opened' | 'choices' | 'frame'>): Used {
  return { tokens: measure(loaded).used, by: countedBy(loaded) };
}

/** How full a session is, by what was kept with its head; null where that was counted with something else. */
export function miniStatus(used: Used | null, counting: Counting): MiniStatus | null {
  if (used?.by !== countedBy(counting)) return null;
  const { room } = counting.choices.budget;
  const percent = (used.tokens * 100) / room;
  return { used: used.tokens, room, percent, level: levelOf(percent) };
}
