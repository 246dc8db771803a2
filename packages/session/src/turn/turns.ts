import type { EntryId, Part } from '@tenfold/core';
import type { SessionId } from '@tenfold/store';
import { Channel } from '../channel.ts';
import { errorEvent, takeTurn } from './turn.ts';
import type { TurnEvent, TurnOutcome } from './turn-event.ts';
import type { TurnParts } from './turn-parts.ts';

/** A file that goes with a message. */
export interface ClientAttachment {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  /** Its content, where it is to be sent; without it only name, type and size are. */
  readonly dataUrl?: string;
}

/** What a user says, and how. */
export interface TurnRequest {
  readonly text?: string;
  readonly parts?: readonly Part[];
  readonly attachments?: readonly ClientAttachment[];
  /** Entry the message is to follow: a new branch from there. Null starts over before the first. */
  readonly parent?: EntryId | null;
  /** Answer again: the latest user message, or the entry `parent` names. Nothing is said anew. */
  readonly regenerate?: boolean;
  readonly idempotencyKey?: string;
  /** What to do where the context is full and `onFailure` is `ask`. */
  readonly overflow?: 'retry' | 'truncate' | 'send-anyway';
  /** Head version the client saw. */
  readonly expect?: number;
  /** Who asks, so that other tabs can tell it was not them. */
  readonly actor?: string;
}

/** Turns of conversation. */
export interface Turns {
  /**
   * Takes a turn. Nothing is thrown: a turn that fails ends with an `error` and `done`. Leaving the loop early, or
   * aborting `signal`, stops the turn; what has come by then is kept.
   */
  send(session: SessionId, request: TurnRequest, signal?: AbortSignal): AsyncIterable<TurnEvent>;
  /** Stops the turn under way; false when there is none. */
  stop(session: SessionId): Promise<boolean>;
}

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
