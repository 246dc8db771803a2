import { NotFound, type PendingAnswer, type SessionId, TurnTaken, traced } from '@tenfold/store';
import { reasonOf } from '../log.ts';
import { offerTurns } from './hand-over.ts';
import { isQueued, keepQueued, type QueuedMessage, queueOf } from './message-queue.ts';
import { goOnWithTurn, takeTurn } from './turn.ts';
import { followElsewhere, stopElsewhere, turnFree } from './turn-elsewhere.ts';
import { errorEvent, type TurnEnd, type TurnEvent } from './turn-event.ts';
import { TurnInLine } from './turn-in-line.ts';
import type { Conduct, TurnParts } from './turn-under-way.ts';
import { type Asked, requestOf, type TurnRequest, userMessage } from './user-message.ts';

/** Turns of conversation. */
export interface Turns {
  /**
   * Takes a turn. Nothing is thrown: a turn that fails ends with an `error` and `done`. Leaving the loop early, or
   * aborting `signal`, stops the turn; what has come by then is kept.
   */
  send(session: SessionId, request: TurnRequest, signal?: AbortSignal): AsyncIterable<TurnEvent>;
  /**
   * Joins the turn under way, whichever process takes it: what it has said so far, then the rest; null when there is none. Leaving
   * the loop leaves the turn alone.
   */
  follow(session: SessionId): Promise<AsyncIterable<TurnEvent> | null>;
  /** Messages that are not in the record yet, the first in line first. */
  queue(session: SessionId): Promise<readonly QueuedMessage[]>;
  /** Takes a message out of the line, or drops one that was left. Refused once its turn has begun. */
  withdraw(session: SessionId, message: string): Promise<QueuedMessage>;
  /** Stops the turn under way, whichever process takes it; false when there is none. */
  stop(session: SessionId): Promise<boolean>;
}

/** Turns, and what only their owner calls. */
export interface OwnTurns extends Turns {
  /** Tells which messages wait now. */
  tellQueue(session: SessionId): Promise<void>;
  isBusy(): boolean;
  /** Resolves when none is under way or in line here. */
  idle(): Promise<void>;
  /** Has others go on with all that is under way or in line here; what nobody takes is cut. */
  handOver(): void;
  /** Goes on with what another process offers in a session. */
  takeOver(session: SessionId, from: number): Promise<void>;
  close(): Promise<void>;
}

/** How often a process that answers looks whether another one was asked to stop it. */
const LOOK_MS = 500;

/** The turns of sessions, one at a time in each over all processes; those that come meanwhile stand in line. */
export function turnsOn(parts: TurnParts): OwnTurns {
  const lines = new Map<SessionId, TurnInLine[]>();
  const lineOf = (session: SessionId) => lines.get(session) ?? [];
  const leave = (session: SessionId, gone: TurnInLine) => {
    const line = lineOf(session).filter((turn) => turn !== gone);
    if (line.length > 0) lines.set(session, line);
    else lines.delete(session);
  };
  const queue = (session: SessionId) => queueOf(parts, session, lineOf(session));
  let telling: Promise<void> = Promise.resolve();
  /** One after the other, so that what is told last is how it is. */
  const tellQueue = (session: SessionId) => {
    telling = telling.then(async () => {
      const messages = await queue(session).catch(() => null);
      if (messages !== null) await parts.deps.events.publish(session, 'queue', { messages });
    });
    return telling;
  };
  const leaving = new AbortController();
  const offers = new Map<SessionId, Promise<boolean>>();
  const handOver = (session: SessionId) => {
    const offer = offers.get(session) ?? offerTurns(parts.deps, session).finally(() => offers.delete(session));
    offers.set(session, offer);
    return offer;
  };
  const stand = async (session: SessionId, asked: Asked, turn: TurnInLine) => {
    if (asked.message !== null) turn.row ??= await keepQueued(parts.deps, session, asked, turn.id);
    turn.emit({ type: 'queued', reason: 'turn' });
    void tellQueue(session);
  };
  const conductOf = (session: SessionId, { controller, emit }: TurnInLine): Conduct => ({
    signal: controller.signal,
    leaving: leaving.signal,
    handOver: () => handOver(session),
    emit,
  });
  /** Its turn, once those before it are over, here and elsewhere. */
  const take = async (session: SessionId, asked: Asked, turn: TurnInLine): Promise<TurnEnd> => {
    const { signal } = turn.controller;
    const waiting = AbortSignal.any([signal, leaving.signal]);
    const before = () => lineOf(session)[lineOf(session).indexOf(turn) - 1];
    if (before() !== undefined) await stand(session, asked, turn);
    for (;;) {
      for (let next = before(); next !== undefined; next = before()) await next.ended;
      if (turn.over) return 'stopped';
      if (leaving.signal.aborted && turn.row !== null) return (await handOver(session)) ? 'handed-over' : 'stopped';
      turn.begun = true;
      if (turn.row !== null) void tellQueue(session);
      try {
        return await traced('turn', { session }, async (told) => {
          const outcome = await takeTurn(parts, session, asked, conductOf(session, turn), turn.row);
          told.outcome = outcome;
          return outcome;
        });
      } catch (error) {
        if (!(error instanceof TurnTaken)) throw error;
        turn.begun = false;
        await stand(session, asked, turn);
        if (!(await turnFree(parts, session, waiting)) && (signal.aborted || turn.row === null)) return 'stopped';
      }
    }
  };
  let looking: NodeJS.Timeout | undefined;
  /** A turn that failed may have left its row behind: the store it could not write to is where the row is. */
  let isAnyLeft = false;
  /** Stops what other processes asked to be stopped, and gives up rows whose turns are over here: others wait for them. */
  const heedOthers = async () => {
    const { store, lease, log } = parts.deps;
    try {
      const own = await store.pending.list({ lease: lease(), ...(isAnyLeft ? {} : { stopping: true }) });
      for (const { session, stopping } of own)
        if (stopping)
          lineOf(session)
            .find(({ begun }) => begun)
            ?.controller.abort();
      const left = own.filter(({ session }) => lineOf(session).length === 0);
      for (const { session, id } of left) await store.pending.leave(session, lease(), id);
      isAnyLeft = false;
    } catch (error) {
      log.warn('stops-not-read', { reason: reasonOf(error) });
    }
    looking = lines.size === 0 && !isAnyLeft ? undefined : setTimeout(heedOthers, LOOK_MS).unref();
  };
  const newTurn = (session: SessionId, signal?: AbortSignal): TurnInLine => {
    const turn: TurnInLine = new TurnInLine((outcome) => {
      parts.deps.observe({ type: 'turn', outcome });
      leave(session, turn);
      if (outcome !== 'answered' && outcome !== 'handed-over') {
        isAnyLeft = true;
        looking ??= setTimeout(heedOthers, LOOK_MS).unref();
      }
    }, signal);
    looking ??= setTimeout(heedOthers, LOOK_MS).unref();
    return turn;
  };
  const run = (turn: TurnInLine, work: Promise<TurnEnd>) => {
    turn.ended = work
      .catch((error: unknown): TurnEnd => {
        turn.emit(errorEvent(error, false));
        return 'failed';
      })
      .then(turn.end);
  };
  /** A message that another process had in line keeps its place in the one of this. */
  const standIn = (session: SessionId, row: PendingAnswer) => {
    const turn = newTurn(session);
    turn.id = row.id;
    turn.row = row;
    const line = lineOf(session);
    const later = line.findIndex((other) => !other.begun && (other.row?.place ?? Number.POSITIVE_INFINITY) > (row.place ?? 0));
    lines.set(session, line.toSpliced(later === -1 ? line.length : later, 0, turn));
    run(turn, take(session, requestOf(row), turn));
  };
  return {
    send(session, request, signal) {
      const turn = newTurn(session, signal);
      const said = turn.follow(() => turn.controller.abort());
      const begin = async () => {
        // What has nothing in it is refused at once, rather than after what stands in line.
        const asked = { ...request, message: request.regenerate ? null : userMessage(request) };
        lines.set(session, [...lineOf(session), turn]);
        return take(session, asked, turn);
      };
      run(turn, begin());
      return said;
    },
    handOver: () => leaving.abort(),
    async takeOver(session, from) {
      const { store, lease } = parts.deps;
      const turn = newTurn(session);
      turn.begun = true;
      const { promise: work, resolve } = Promise.withResolvers<TurnEnd>();
      const giveWay = () => {
        turn.close();
        leave(session, turn);
        resolve('handed-over');
      };
      // First in line before the rows are this process's own: from then on they hold up none of its turns.
      lines.set(session, [turn, ...lineOf(session)]);
      run(turn, work);
      try {
        if (leaving.signal.aborted) throw new Error('This process leaves too.');
        const rows = await store.pending.take(session, from, lease());
        for (const row of rows.filter(isQueued)) standIn(session, row);
        const answer = rows.find((row) => !isQueued(row));
        if (answer === undefined) giveWay();
        else resolve(goOnWithTurn(parts, answer, conductOf(session, turn)));
      } catch (error) {
        giveWay();
        throw error;
      }
    },
    async follow(session) {
      const here = lineOf(session).find(({ begun }) => begun);
      return here?.follow() ?? (await followElsewhere(parts, session)) ?? lineOf(session)[0]?.follow() ?? null;
    },
    queue,
    tellQueue,
    async withdraw(session, id) {
      const waiting = (await queue(session)).find((message) => message.id === id);
      const turn = lineOf(session).find((turn) => turn.id === id);
      if (waiting === undefined || turn?.begun === true) throw new NotFound('queued message', id);
      turn?.end('stopped');
      await parts.deps.store.pending.drop(id);
      await tellQueue(session);
      return waiting;
    },
    async stop(session) {
      const [turn] = lineOf(session);
      if (turn?.begun !== true && (await stopElsewhere(parts, session))) return true;
      turn?.controller.abort();
      await turn?.ended;
      return turn !== undefined;
    },
    isBusy: () => lines.size > 0,
    async idle() {
      while (lines.size > 0) await Promise.all([...lines.values()].flat().map(({ ended }) => ended));
    },
    async close() {
      clearTimeout(looking);
      const turns = [...lines.values()].flat();
      for (const { controller } of turns) controller.abort();
      await Promise.all(turns.map(({ ended }) => ended));
      await telling;
    },
  };
}
