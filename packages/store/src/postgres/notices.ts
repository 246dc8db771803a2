import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Notices } from '../notices.ts';

/** How long a notice to oneself may take until it is certain that none arrive. */
const PROOF_MS = 2_000;
/** How long after a lost connection the next is tried, and after a proof that failed: the machine may only have been slow. */
const AGAIN_MS = 1_000;
const PROVE_AGAIN_MS = 60_000;
/** Notices that are said together: each commit of one waits for all others of the database. */
const TOGETHER_MS = 10;
/** A notice is stored nowhere, so nobody waits for the disk. */
const TELL = `select pg_notify($1, s) from unnest($2::text[]) as s, set_config('synchronous_commit', 'off', true)`;
const PROOF = 'proof:';
/** Nobody asks on this connection, so it must notice by itself that it is dead. */
const ALIVE_MS = 10_000;
/** How long it may take to end it. */
const END_MS = 2_000;
/** PostgreSQL takes 8,000 bytes. */
const MAX_PAYLOAD = 2_000;

/**
 * LISTEN and NOTIFY. A transaction pooler takes a LISTEN and delivers nothing, so it counts only once a notice to oneself has
 * arrived. Notices are said after the commit and not within it: NOTIFY makes commits wait for each other.
 */
export function createNotices(url: string, pool: pg.Pool, channel: string): Notices & { stop(): Promise<void> } {
  const listeners = new Set<(session: string | null) => void>();
  /** One connection for all who listen in this process. */
  let listener: Listener | null = null;
  let started: Promise<void> = Promise.resolve();
  const stopListening = async () => {
    const last = listener;
    listener = null;
    await last?.stop();
  };
  let waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const flush = async () => {
    timer = undefined;
    const sessions = [...waiting];
    waiting = new Set();
    // What is not said is found by looking.
    await pool.query(TELL, [channel, sessions]).catch(() => undefined);
  };
  return {
    send(session) {
      waiting.add(session.slice(0, MAX_PAYLOAD));
      timer ??= setTimeout(flush, TOGETHER_MS).unref();
    },
    async listen(onNotice) {
      listeners.add(onNotice);
      if (listener === null) {
        listener = new Listener(url, pool, channel, (session) => {
          for (const notify of listeners) notify(session);
        });
        started = listener.start();
      }
      await started;
      return {
        live: () => listener?.live() ?? false,
        async stop() {
          listeners.delete(onNotice);
          if (listeners.size === 0) await stopListening();
        },
      };
    },
    async stop() {
      clearTimeout(timer);
      await stopListening();
    },
  };
}

class Listener {
  readonly #url: string;
  readonly #pool: pg.Pool;
  readonly #channel: string;
  readonly #onNotice: (session: string | null) => void;
  #client: pg.Client | null = null;
  #again: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(url: string, pool: pg.Pool, channel: string, onNotice: (session: string | null) => void) {
    this.#url = url;
    this.#pool = pool;
    this.#channel = channel;
    this.#onNotice = onNotice;
  }

  live = () => this.#client !== null;

  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      keepAlive: true,
      keepAliveInitialDelayMillis: ALIVE_MS,
      connectionTimeoutMillis: ALIVE_MS,
      query_timeout: ALIVE_MS,
      application_name: 'tenfold notices',
    });
    const reconnect = () => this.#reconnect(client);
    client.on('error', reconnect).on('end', reconnect);
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(this.#channel)}`);
      if (!(await this.#isDelivered(client)) || this.#stopped) {
        await endSoon(client);
        return this.#startLater(PROVE_AGAIN_MS);
      }
      client.on('notification', ({ payload = '' }) => {
        if (!payload.startsWith(PROOF)) this.#onNotice(payload);
      });
      this.#client = client;
      this.#onNotice(null);
    } catch {
      await endSoon(client);
      this.#startLater(AGAIN_MS);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#again);
    const client = this.#client;
    this.#client = null;
    if (client !== null) await endSoon(client);
  }

  /** Said over another connection, as those of others will be. */
  async #isDelivered(client: pg.Client): Promise<boolean> {
    const proof = `${PROOF}${randomUUID()}`;
    const arrived = new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), PROOF_MS);
      client.on('notification', ({ payload }) => {
        if (payload !== proof) return;
        clearTimeout(timer);
        resolve(true);
      });
    });
    await this.#pool.query('select pg_notify($1, $2)', [this.#channel, proof]);
    return arrived;
  }

  #reconnect(client: pg.Client): void {
    if (client !== this.#client) return;
    this.#client = null;
    this.#onNotice(null);
    this.#startLater(AGAIN_MS);
  }

  #startLater(ms: number): void {
    if (this.#stopped) return;
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.start(), ms).unref();
  }
}

/** Ends a connection; one that does not hear of it is cut. */
async function endSoon(client: pg.Client): Promise<void> {
  const late = setTimeout(() => client.connection.stream.destroy(), END_MS);
  await client.end().catch(() => undefined);
  clearTimeout(late);
}
