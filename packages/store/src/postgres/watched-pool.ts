import pg from 'pg';
import { isUnreachable } from './fault.ts';

/** How long a connection is out before it is asked whether the database answers at all; that may take twice as long. */
export const SILENT_MS = 5_000;

type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

/**
 * Connections to a database that may fall silent without a word, as behind a network that drops what it is given. A statement may rightly
 * take minutes, so none is given a time: while one takes long, a connection beside the pool asks whether the database answers. Where it
 * does not, all connections are cut, so that who waits is told, and until it answers again nobody waits for a new one.
 */
export class WatchedPool extends pg.Pool {
  readonly #silentMs: number;
  readonly #all = new Set<pg.PoolClient>();
  /** Those in use, and since when. */
  readonly #out = new Map<pg.PoolClient, number>();
  #timer: NodeJS.Timeout | undefined;
  #isAway = false;
  #isAsking = false;

  constructor(config: pg.PoolConfig, silentMs: number) {
    super(config);
    this.#silentMs = silentMs;
    this.on('connect', (client) => void this.#all.add(client));
    this.on('remove', (client) => void this.#all.delete(client));
    this.on('release', (_, client) => void this.#out.delete(client));
    this.on('acquire', (client) => {
      this.#out.set(client, performance.now());
      this.#timer ??= setInterval(() => void this.#look(), this.#silentMs / 2).unref();
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(taken: Taken): void;
  override connect(taken?: Taken): unknown {
    if (!this.#isAway) return taken === undefined ? super.connect() : super.connect(taken);
    const error = new Error('Connection terminated: the database does not answer');
    if (taken === undefined) return Promise.reject(error);
    return setImmediate(taken, error, undefined, () => {});
  }

  override end(): Promise<void>;
  override end(ended: () => void): void;
  override end(ended?: () => void): unknown {
    clearInterval(this.#timer);
    return ended === undefined ? super.end() : super.end(ended);
  }

  async #look(): Promise<void> {
    if (this.#out.size === 0 && !this.#isAway) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    } else if (!this.#isAsking && (this.#isAway || this.#isSlow())) {
      this.#isAsking = true;
      this.#isAway = !(await this.#answers());
      this.#isAsking = false;
      if (this.#isAway) for (const client of this.#all) (client as pg.PoolClient & pg.Client).connection.stream.destroy();
    }
  }

  #isSlow(): boolean {
    return [...this.#out.values()].some((since) => performance.now() - since > this.#silentMs);
  }

  /** What it says does not matter, as long as it says something. */
  async #answers(): Promise<boolean> {
    const ms = 2 * this.#silentMs;
    const { connectionString } = this.options;
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: ms, query_timeout: ms });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch (error) {
      return !isUnreachable(error);
    } finally {
      void client.end().catch(() => undefined);
    }
  }
}
