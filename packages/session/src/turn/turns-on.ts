import type { SessionId } from '@tenfold/store';
import { Channel } from '../channel.ts';
import { takeTurn } from './turn.ts';
import type { TurnEvent, TurnOutcome } from './turn-event.ts';
import { errorEvent } from './turn-failure.ts';
import type { TurnParts } from './turn-parts.ts';
import type { Turns } from './turns.ts';

/** The turns of sessions, one at a time in each. */
export function turnsOn(parts: TurnParts): Turns & { close(): Promise<void> } {
  const active = new Map<SessionId, { controller: AbortController; ended: Promise<void> }>();
  return {
    send(session, request, signal) {
      const controller = new AbortController();
      const channel = new Channel<TurnEvent>(() => controller.abort());
      signal?.addEventListener('abort', () => controller.abort(), { once: true });
      if (signal?.aborted) controller.abort();
      const before = active.get(session)?.ended;
      const say = (event: TurnEvent) => channel.write(event);
      if (before !== undefined) say({ type: 'queued', reason: 'turn' });
      const ended = (before ?? Promise.resolve())
        .then(() => takeTurn(parts, session, request, controller.signal, say))
        .catch((error: unknown): TurnOutcome => {
          say(errorEvent(error, false));
          return 'failed';
        })
        .then((outcome) => {
          parts.ground.observe({ type: 'turn', outcome });
          say({ type: 'done', outcome });
          channel.close();
          if (active.get(session)?.controller === controller) active.delete(session);
        });
      active.set(session, { controller, ended });
      return channel;
    },
    async stop(session) {
      const turn = active.get(session);
      turn?.controller.abort();
      await turn?.ended;
      return turn !== undefined;
    },
    async close() {
      const turns = [...active.values()];
      for (const { controller } of turns) controller.abort();
      await Promise.all(turns.map(({ ended }) => ended));
    },
  };
}
