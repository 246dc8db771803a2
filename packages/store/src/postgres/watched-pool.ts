import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { hasNoRoom, isUnreachable } from './fault.ts';

/** How long a connection is out before it is asked whether the database answers at all; that may take twice as long. */
export const SILENT_MS = 5_000;

/** How often it is looked whether a database that had no room for another connection has some. */
const ROOM_MS = 100;

/** What is used of a connection, which its types leave out. */
type Driven = pg.PoolClient & {
  readonly processID: number;
  readonly readyForQuery: boolean;
  readonly connection: { readonly stream: Socket };
};

type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: Error | boolean) => void) => void;

/**
 * Connections to a database that may fall silent without a word, as behind a network that drops what it is given. A statement may rightly
 * take minutes, so none is given a time: while one takes long, a connection beside the pool asks whether the database answers. Where it
 * does not, all connections are cut, so that who waits is told, and until it answers again nobody waits for a new one. Where it does, but
 * waits at the other end of a connection that we wait at, nothing comes through that one any more: it alone is cut.
 */
export class WatchedPool extends pg.Pool {
  readonly #silentMs: number;
  readonly #all = new Set<Driven>();
  /** Those in use, and since when. */
  readonly #out = new Map<Driven, number>();
  #timer: NodeJS.Timeout | undefined;
  #isAway = false;
  #isAsking = false;
  /** Connections at whose other end the database waited when it was last asked. */
  #waitedAt = new Map<Driven, string>();

  constructor(config: pg.PoolConfig, silentMs: number) {
    super(config);
    this.#silentMs = silentMs;
    this.on('connect', (client) => void this.#all.add(client as Driven));
    this.on('remove', (client) => void this.#all.delete(client as Driven));
    this.on('release', (_, client) => void this.#out.delete(client as Driven));
    this.on('acquire', (client) => {
      this.#out.set(client as Driven, performance.now());
      this.#timer ??= setInterval(() => void this.#look(), this.#silentMs / 2).unref();
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(taken: Taken): void;
  override connect(taken?: Taken): unknown {
    const taking = this.#take();
    if (taken === undefined) return taking;
    taking.then(
      (client) => taken(undefined, client, client.release.bind(client)),
      (error) => taken(error, undefined, () => {}),
    );
  }

  /** Takes one. Where the database has no room for another, one of those that are there may become free, or somebody else's. */
  async #take(): Promise<pg.PoolClient> {
    const started = performance.now();
    for (;;) {
      if (this.#isAway) throw new Error('Connection terminated: the database does not answer');
      try {
        return await super.connect();
      } catch (error) {
        if (!hasNoRoom(error) || performance.now() - started > this.#silentMs) throw error;
        await wait(ROOM_MS);
      }
    }
  }

  override end(): Promise<void>;
  override end(ended: () => void): void;
  override end(ended?: () => void): unknown {
    // What is done by then and has not heard that it is to end hears nothing any more.
    setTimeout(() => cut([...this.#all].filter((client) => !this.#out.has(client))), this.#silentMs).unref();
    return ended === undefined ? super.end() : super.end(ended);
  }

  async #look(): Promise<void> {
    if (this.#out.size === 0 && (!this.#isAway || this.ending)) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    } else if (!this.#isAsking && (this.#isAway || this.#slow().length > 0)) {
      this.#isAsking = true;
      const waiting = await this.#ask();
      this.#isAsking = false;
      this.#isAway = waiting === null;
      cut(waiting === null ? this.#all : this.#cutOff(waiting));
    }
  }

  /** Those that are waited at for long. */
  #slow(): readonly Driven[] {
    const before = performance.now() - this.#silentMs;
    return [...this.#out].flatMap(([client, since]) => (since < before && !client.readyForQuery ? [client] : []));
  }

  /** Those at which both sides wait, as they did at the last look: nothing came, and all was sent. */
  #cutOff(waiting: ReadonlyMap<number, string>): readonly Driven[] {
    const last = this.#waitedAt;
    this.#waitedAt = new Map();
    for (const client of this.#slow()) {
      const since = waiting.get(client.processID);
      const { bytesRead, writableLength } = client.connection.stream;
      if (since !== undefined && writableLength === 0) this.#waitedAt.set(client, `${since} ${bytesRead}`);
    }
    return [...this.#waitedAt].flatMap(([client, at]) => (last.get(client) === at ? [client] : []));
  }

  /**
   * The processes of the database that wait for us at slow connections, or are not there any more, and since when; null where it does not
   * answer. What it says instead does not matter. Behind a pooler nobody knows which process serves whom.
   */
  async #ask(): Promise<ReadonlyMap<number, string> | null> {
    const ms = 2 * this.#silentMs;
    const { connectionString } = this.options;
    const asking = new pg.Client({ connectionString, connectionTimeoutMillis: ms, query_timeout: ms });
    asking.on('error', () => {});
    try {
      await asking.connect();
      const { rows } = await asking.query<{ own: number; pid: number; since: string }>(WAITING, [
        this.#slow().map(({ processID }) => processID),
      ]);
      return new Map(
        rows.flatMap(({ own, pid, since }) => (own === (asking as pg.Client & Driven).processID ? [[pid, since]] : [])),
      );
    } catch (error) {
      return isUnreachable(error) ? null : new Map();
    } finally {
      void asking.end().catch(() => undefined);
    }
  }
}

function cut(clients: Iterable<Driven>): void {
  for (const { connection } of clients) connection.stream.destroy();
}

const WAITING = `select pg_backend_pid() as own, asked.pid, coalesce(there.state_change::text, 'gone') as since
  from unnest($1::int[]) as asked (pid) left join pg_stat_activity as there on there.pid = asked.pid
  where there.pid is null or (there.state_change is not null and there.wait_event_type = 'Client')`;
