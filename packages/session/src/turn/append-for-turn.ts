import type { Message } from '@tenfold/core';
import type { Appended } from '@tenfold/store';
import { type Addition, appendTo } from '../conversation/append-to.ts';
import { contextStatus } from '../conversation/status.ts';
import type { Turn } from './turn-under-way.ts';

/** Appends for a turn, and emits what was stored. With `ends`, the status goes with it. */
export async function appendForTurn(
  turn: Turn,
  messages: readonly Message[],
  addition: Omit<Addition, 'actor' | 'tell'>,
  ends = false,
): Promise<Appended> {
  const { parts, session, branch, actor, emit } = turn;
  const { loaded, appended, entries } = await appendTo(parts.deps, parts.loader, turn.loaded, {
    ...addition,
    actor,
    tell: (grown) => {
      const status = contextStatus(grown, parts.scheduler.state(session));
      return { used: status.used, ...(ends ? { status } : {}) };
    },
  });
  turn.loaded = loaded;
  if (appended.repeated) return appended;
  for (const entry of entries) emit({ type: 'entry', entry, version: appended.head.version, key: addition.key ?? null });
  parts.noticed(session, branch, messages);
  return appended;
}
