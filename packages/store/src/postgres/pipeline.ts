import type pg from 'pg';
import { Batch, type Step } from './batch.ts';

interface Waiting extends Step {
  /** Whose statement it is; null for whoever the transaction is. */
  readonly owner: string | null;
}

/**
 * The statements of one transaction. Those that are asked for while others are under way, or in the same turn of the event loop, are sent
 * together, in the order they were asked for; so work that does not wait for each statement, or several works at once, share the
 * way there and back.
 */
export class Pipeline {
  readonly #client: pg.PoolClient;
  #waiting: Waiting[] = [];
  #busy = false;
  /** Whose statements the last that was sent made the following. */
  #owner: string | null = null;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  query(config: pg.QueryConfig, owner: string | null = null): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ config, resolve, reject, owner });
      if (this.#busy) return;
      this.#busy = true;
      setImmediate(() => this.#send());
    });
  }

  /** Begins the transaction and calls functions in it, such as those that take locks; answers what they gave. */
  async begin(calls: readonly string[]): Promise<pg.QueryResult> {
    const begun = this.query({ text: 'begin', values: [] });
    const [, called] = await Promise.all([begun, this.query({ text: `select ${calls.join(', ')}`, values: [] })]);
    return called;
  }

  /** The database answers the commit of a transaction that had failed with a rollback, and no error. */
  async commit(): Promise<void> {
    const { command } = await this.query({ text: 'commit', values: [] });
    if (command !== 'COMMIT') throw new Error('A statement of the transaction had failed; nothing was written.');
  }

  #send(): void {
    const alone = this.#waiting.findIndex(({ config }) => config.values === undefined);
    const [first] = this.#waiting;
    if (alone === 0 && first !== undefined) {
      this.#waiting.shift();
      this.#sendAlone(first);
      return;
    }
    const together = this.#waiting.splice(0, alone < 0 ? this.#waiting.length : alone);
    const batch = new Batch(
      together.flatMap((step) => this.#asOwner(step)),
      () => this.#next(),
    );
    this.#client.query(batch);
  }

  /** Several statements in one text, which only the simple protocol takes. */
  #sendAlone({ config, resolve, reject }: Waiting): void {
    this.#client
      .query(config)
      .then(resolve, reject)
      .finally(() => this.#next());
  }

  #asOwner(step: Waiting): readonly Step[] {
    const { owner } = step;
    if (owner === null || owner === this.#owner) return [step];
    this.#owner = owner;
    const setting = { text: `select set_config('tenfold.owner', $1, true)`, values: [owner] };
    // Where it fails, so does the statement it is for.
    return [{ config: setting, resolve: () => undefined, reject: () => undefined }, step];
  }

  /** What was answered is worked on first: the next statements then go together. */
  #next(): void {
    setImmediate(() => {
      if (this.#waiting.length > 0) this.#send();
      else this.#busy = false;
    });
  }
}
