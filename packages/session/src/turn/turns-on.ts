import type { SessionId } from '@tenfold/store';
import { Channel } from '../channel.ts';
import { takeTurn } from './turn.ts';
import type { TurnEvent, TurnOutcome } from './turn-event.ts';
import { errorEvent } from './turn-failure.ts';
import type { TurnParts } from './turn-parts.ts';
import { TurnReplay } from './turn-replay.ts';
import type { TurnRequest, Turns } from './turns.ts';
import { userMessage } from './user-message.ts';

interface UnderWay {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
  readonly replay: TurnReplay;
}

/** Why there is nothing to send, told at once rather than after what stands in line. */
function problemOf(request: TurnRequest): unknown {
  try {
    if (!request.regenerate) userMessage(request);
    return null;
  } catch (error) {
    return error;
  }
}

/** The turns of sessions, one at a time in each; those that come meanwhile stand in line. */
export function turnsOn(parts: TurnParts): Turns & { close(): Promise<void> } {
  const lines = new Map<SessionId, UnderWay[]>();
  const leave = (session: SessionId, controller: AbortController) => {
    const line = (lines.get(session) ?? []).filter((turn) => turn.controller !== controller);
    if (line.length > 0) lines.set(session, line);
    else lines.delete(session);
  };
  return {
    send(session, request, signal) {
      const controller = new AbortController();
      const channel = new Channel<TurnEvent>(() => controller.abort());
      const replay = new TurnReplay();
      signal?.addEventListener('abort', () => controller.abort(), { once: true });
      if (signal?.aborted) controller.abort();
      const line = lines.get(session) ?? [];
      const before = line.at(-1)?.ended;
      const say = (event: TurnEvent) => {
        replay.say(event);
        channel.write(event);
      };
      const empty = problemOf(request);
      if (before !== undefined && empty === null) say({ type: 'queued', reason: 'turn' });
      const ended = (empty === null ? (before ?? Promise.resolve()) : Promise.reject(empty))
        .then(() => takeTurn(parts, session, request, controller.signal, say))
        .catch((error: unknown): TurnOutcome => {
          say(errorEvent(error, false));
          return 'failed';
        })
        .then((outcome) => {
          parts.ground.observe({ type: 'turn', outcome });
          leave(session, controller);
          say({ type: 'done', outcome });
          channel.close();
          replay.end();
        });
      if (empty === null) lines.set(session, [...line, { controller, ended, replay }]);
      return channel;
    },
    follow: (session) => lines.get(session)?.[0]?.replay.follow() ?? null,
    async stop(session) {
      const turn = lines.get(session)?.[0];
      turn?.controller.abort();
      await turn?.ended;
      return turn !== undefined;
    },
    async close() {
      const turns = [...lines.values()].flat();
      for (const { controller } of turns) controller.abort();
      await Promise.all(turns.map(({ ended }) => ended));
    },
  };
}
