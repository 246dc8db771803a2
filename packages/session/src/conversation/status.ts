import type { ContextStatus, DetailedStatus, Job, MiniStatus } from '@tenfold/contract';
import { type Frame, type Fullness, formatStatus, fullnessOf, levelOf, statusOf, type View } from '@tenfold/core';
import type { Used } from '@tenfold/store';
import type { Choices } from '../settings/choices.ts';
import { frameName } from './entry-note.ts';
import type { LoadedSession, Opened } from './load-session.ts';

export type { ContextStatus };

/** What the folding of a session is about. */
export interface FoldState {
  readonly folding: Job | null;
  readonly cooldownSeconds: number;
  readonly breakerOpen: boolean;
}

type Measurable = Pick<LoadedSession, 'opened' | 'choices'>;

/** How full views were found to be, and by what: a turn asks several times while nothing changes. */
const measured = new WeakMap<View, Measures & { readonly fullness: Fullness }>();

type Measures = Pick<Choices, 'count' | 'budget'>;

/** How full a loaded session is. */
export function measure(loaded: { readonly opened: Pick<Opened, 'view'>; readonly choices: Measures }): Fullness {
  const { view } = loaded.opened;
  const { count, budget } = loaded.choices;
  const known = measured.get(view);
  if (known?.count === count && known.budget === budget) return known.fullness;
  const fullness = fullnessOf({ view, count, budget });
  measured.set(view, { count, budget, fullness });
  return fullness;
}

/** The same with the state of folding. */
export function contextStatus(loaded: Measurable, state: FoldState, fullness = measure(loaded)): ContextStatus {
  const files = loaded.choices.profile?.fileTypes ?? null;
  const { damages } = loaded.opened.context;
  return {
    ...fullness,
    version: loaded.opened.version,
    ...state,
    files,
    text: formatStatus(fullness),
    ...(damages.length === 0 ? {} : { damages }),
  };
}

/** The same with what is being typed and what a fold would find. */
export function detailedStatus(loaded: Measurable, state: FoldState, draft?: string): DetailedStatus {
  const { view, seams } = loaded.opened;
  const { count, budget } = loaded.choices;
  const status = statusOf({ view, seams, count, budget, ...(draft === undefined ? {} : { draft }) });
  return { ...status, ...contextStatus(loaded, state, status) };
}

/** Goes up when the same context comes to another number of tokens than before. */
const COUNTING = 2;

type Counting = { readonly choices: Choices; readonly frame: Frame };

/** Names what a context is counted with: the model, what was learnt of it, the system text and the tools. */
export function countedBy({ choices: { model, factor }, frame }: Counting): string {
  return [COUNTING, model.id, factor, frameName(frame)].join(' ');
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
