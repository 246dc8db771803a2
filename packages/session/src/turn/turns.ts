import { NotFound, type PendingAnswer, type SessionId, type Traced, TurnTaken, tracing } from '@tenfold/store';
import { reasonOf } from '../log.ts';
import { offerTurns } from './hand-over.ts';
import { isQueued, keepQueued, type QueuedMessage, queueOf } from './message-queue.ts';
import { refuseCrowd } from './refuse-crowd.ts';
import { goOnWithTurn, takeTurn } from './turn.ts';
import { followElsewhere, stopElsewhere, turnFree } from './turn-elsewhere.ts';
import type { TurnEnd, TurnEvent } from './turn-event.ts';
import { TurnInLine } from './turn-in-line.ts';
import { CLOSING, type TurnParts } from './turn-under-way.ts';
import { type Asked, requestOf, type TurnRequest, userMessage } from './user-message.ts';

/** Turns of conversation. */
export interface Turns {
  /**
   * Takes a turn. Nothing is thrown: a turn that fails ends with an `error` and `done`. Leaving the loop early, or
   * aborting `signal`, stops the turn; what has come by then is kept.
   */
  send(session: SessionId, request: TurnRequest, signal?: AbortSignal): AsyncIterableIterator<TurnEvent>;
  /**
   * Joins the turn under way, whichever process takes it: what it has said so far, then the rest; null when there is none. Leaving
   * the loop leaves the turn alone.
   */
  follow(session: SessionId): Promise<AsyncIterableIterator<TurnEvent> | null>;
  /** Messages that are not in the record yet, the first in line first. */
  queue(session: SessionId): Promise<readonly QueuedMessage[]>;
  /** Takes a message out of the line, or drops one that was left. Refused once its turn has begun. */
  withdraw(session: SessionId, message: string): Promise<QueuedMessage>;
  /** Stops the turn under way, whichever process takes it; false when there is none. */
  stop(session: SessionId): Promise<boolean>;
}

/** How often a process that answers looks whether another one was asked to stop it. */
const POLL_MS = 500;

/** The turns of sessions, one at a time in each over all processes; those that come meanwhile stand in line. */
export class TurnLines implements Turns {
  readonly #parts: TurnParts;
  readonly #lines = new Map<SessionId, readonly TurnInLine[]>();
  readonly #leaving = new AbortController();
  readonly #offers = new Map<SessionId, Promise<boolean>>();
  #publishing: Promise<void> = Promise.resolve();
  #polling: NodeJS.Timeout | undefined;
  /** Sessions where the store failed a turn: it may have left a row behind, since the store it could not write to is where the row is. */
  readonly #doubtful = new Set<SessionId>();

  constructor(parts: TurnParts) {
    this.#parts = parts;
  }

  send(session: SessionId, request: TurnRequest, signal?: AbortSignal): AsyncIterableIterator<TurnEvent> {
    const turn = this.#newTurn(session, signal);
    const said = turn.follow(() => turn.controller.abort());
    try {
      // What has nothing in it is refused at once, rather than after what stands in line.
      const asked = { ...request, message: request.regenerate ? null : userMessage(request) };
      turn.message = asked.message;
      if (this.#lines.size > 0) refuseCrowd(turn, { line: this.#lineOf(session), all: [...this.#lines.values()].flat() });
      this.#lines.set(session, [...this.#lineOf(session), turn]);
      turn.run(this.#take(session, asked, turn));
    } catch (error) {
      turn.run(Promise.reject(error));
    }
    return said;
  }

  async follow(session: SessionId): Promise<AsyncIterableIterator<TurnEvent> | null> {
    const here = this.#lineOf(session).find(({ begun }) => begun);
    return here?.follow() ?? (await followElsewhere(this.#parts, session)) ?? this.#lineOf(session)[0]?.follow() ?? null;
  }

  queue(session: SessionId): Promise<readonly QueuedMessage[]> {
    return queueOf(this.#parts, session, this.#lineOf(session));
  }

  async withdraw(session: SessionId, id: string): Promise<QueuedMessage> {
    const waiting = (await this.queue(session)).find((message) => message.id === id);
    const turn = this.#lineOf(session).find((turn) => turn.id === id);
    if (waiting === undefined || turn?.begun === true) throw new NotFound('queued message', id);
    turn?.end('stopped');
    await this.#parts.store.pending.drop(id);
    await this.publishQueue(session);
    return waiting;
  }

  async stop(session: SessionId): Promise<boolean> {
    const [turn] = this.#lineOf(session);
    if (turn?.begun !== true && (await stopElsewhere(this.#parts, session))) return true;
    turn?.controller.abort();
    await turn?.ended;
    return turn !== undefined;
  }

  /** Publishes which messages wait now; one after the other, so that what comes last is how it is. */
  publishQueue(session: SessionId): Promise<void> {
    this.#publishing = this.#publishing.then(async () => {
      const messages = await this.queue(session).catch(() => null);
      if (messages !== null) await this.#parts.events.publish(session, 'queue', { messages });
    });
    return this.#publishing;
  }

  isBusy(): boolean {
    return this.#lines.size > 0;
  }

  /** Resolves when none is under way or in line here. */
  async idle(): Promise<void> {
    while (this.#lines.size > 0) await Promise.all([...this.#lines.values()].flat().map(({ ended }) => ended));
  }

  /** Has others go on with all that is under way or in line here; what nobody takes is cut. */
  handOver(): void {
    this.#leaving.abort();
  }

  /** Goes on with what another process offers in a session. */
  async takeOver(session: SessionId, from: number): Promise<void> {
    const { store, lease } = this.#parts;
    const turn = this.#newTurn(session);
    turn.begun = true;
    const { promise: work, resolve } = Promise.withResolvers<TurnEnd>();
    const giveWay = () => {
      turn.close();
      this.#leave(session, turn);
      resolve('handed-over');
    };
    // First in line before the rows are this process's own: from then on they hold up none of its turns.
    this.#lines.set(session, [turn, ...this.#lineOf(session)]);
    turn.run(work);
    try {
      if (this.#leaving.signal.aborted) throw new Error('This process leaves too.');
      const rows = await store.pending.take(session, from, lease);
      for (const row of rows.filter(isQueued)) this.#adopt(session, row);
      const answer = rows.find((row) => !isQueued(row));
      if (answer === undefined) giveWay();
      else resolve(goOnWithTurn(this.#parts, answer, turn));
    } catch (error) {
      // They may have become this process's own all the same.
      this.#doubtful.add(session);
      giveWay();
      throw error;
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#polling);
    const turns = [...this.#lines.values()].flat();
    for (const { controller } of turns) controller.abort(CLOSING);
    await Promise.all(turns.map(({ ended }) => ended));
    await this.#publishing;
  }

  #lineOf(session: SessionId): readonly TurnInLine[] {
    return this.#lines.get(session) ?? [];
  }

  #newTurn(session: SessionId, signal?: AbortSignal): TurnInLine {
    const onEnd = (outcome: TurnEnd) => {
      this.#parts.observe({ type: 'turn', outcome });
      this.#leave(session, turn);
      if (outcome === 'answered' || outcome === 'handed-over') return;
      this.#doubtful.add(session);
      this.#pollSoon();
    };
    const handOver = () => this.#handOver(session);
    const turn = new TurnInLine({ leaving: this.#leaving.signal, handOver, onEnd }, signal);
    this.#pollSoon();
    return turn;
  }

  #leave(session: SessionId, gone: TurnInLine): void {
    const line = this.#lineOf(session).filter((turn) => turn !== gone);
    if (line.length > 0) this.#lines.set(session, line);
    else this.#lines.delete(session);
  }

  /** Its turn, once those before it are over, here and elsewhere. */
  async #take(session: SessionId, asked: Asked, turn: TurnInLine): Promise<TurnEnd> {
    const { signal, leaving } = turn;
    let isWaiting = false;
    for (;;) {
      const line = this.#lineOf(session);
      const before = line[line.indexOf(turn) - 1];
      if (before !== undefined) {
        if (!isWaiting) await this.#enqueue(session, asked, turn);
        isWaiting = true;
        await before.ended;
        continue;
      }
      if (turn.over) return 'stopped';
      if (leaving.aborted && turn.row !== null) return (await this.#handOver(session)) ? 'handed-over' : 'stopped';
      turn.begun = true;
      if (turn.row !== null) void this.publishQueue(session);
      try {
        const traced: Traced = { name: 'turn', attributes: { session } };
        return await tracing.tracePromise(async () => {
          const outcome = await takeTurn(this.#parts, session, asked, turn, turn.row);
          traced.attributes.outcome = outcome;
          return outcome;
        }, traced);
      } catch (error) {
        if (!(error instanceof TurnTaken)) throw error;
        turn.begun = false;
        isWaiting = true;
        await this.#enqueue(session, asked, turn);
        const isFree = await turnFree(this.#parts, session, AbortSignal.any([signal, leaving]));
        if (!isFree && (signal.aborted || turn.row === null)) return 'stopped';
      }
    }
  }

  /** Keeps a message that has to wait, and says so. */
  async #enqueue(session: SessionId, asked: Asked, turn: TurnInLine): Promise<void> {
    if (asked.message !== null) turn.row ??= await keepQueued(this.#parts, session, asked, turn.id);
    // Where the store was away it may have been kept all the same.
    if (turn.row === null) this.#doubtful.add(session);
    turn.emit({ type: 'queued', reason: 'turn' });
    void this.publishQueue(session);
  }

  /** A message that another process had in line keeps its place in the one of this. */
  #adopt(session: SessionId, row: PendingAnswer): void {
    const turn = this.#newTurn(session);
    turn.id = row.id;
    turn.row = row;
    turn.message = row.message;
    const line = this.#lineOf(session);
    const later = line.findIndex((other) => !other.begun && (other.row?.place ?? Number.POSITIVE_INFINITY) > (row.place ?? 0));
    this.#lines.set(session, line.toSpliced(later === -1 ? line.length : later, 0, turn));
    turn.run(this.#take(session, requestOf(row), turn));
  }

  #handOver(session: SessionId): Promise<boolean> {
    const offer = this.#offers.get(session) ?? offerTurns(this.#parts, session).finally(() => this.#offers.delete(session));
    this.#offers.set(session, offer);
    return offer;
  }

  #pollSoon(): void {
    this.#polling ??= setTimeout(() => void this.#pollOthers(), POLL_MS).unref();
  }

  /** Stops what other processes asked to be stopped, and gives up rows whose turns are over here: others wait for them. */
  async #pollOthers(): Promise<void> {
    const { store, lease, log } = this.#parts;
    // Where others still stand in line here, what was left is looked for behind them.
    const idle = [...this.#doubtful].filter((session) => this.#lineOf(session).length === 0);
    for (const session of idle) this.#doubtful.delete(session);
    try {
      const own = await store.pending.list({ lease, ...(idle.length > 0 ? {} : { stopping: true }) });
      for (const { session, stopping } of own)
        if (stopping)
          this.#lineOf(session)
            .find(({ begun }) => begun)
            ?.controller.abort();
      const left = own.filter(({ session }) => this.#lineOf(session).length === 0);
      for (const { session, id } of left) await store.pending.leave(session, lease, id);
    } catch (error) {
      for (const session of idle) this.#doubtful.add(session);
      log.warn('stops-not-read', { reason: reasonOf(error) });
    }
    this.#polling = undefined;
    if (this.#lines.size > 0 || this.#doubtful.size > 0) this.#pollSoon();
  }
}
