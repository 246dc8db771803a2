import pg from 'pg';
import { Batch, type Step } from './batch.ts';
import { Batcher } from './batcher.ts';
import { isLockTimeout } from './fault.ts';
import { principalStep } from './owned-query.ts';
import type { Prepared } from './prepared.ts';
import type { Principal } from './row-security.ts';

/** A statement that is a whole piece of work, and whose it is. Its rows come bare. */
export interface SharedCall {
  readonly principal: Principal;
  readonly config: pg.QueryConfig;
}

interface Waiting extends SharedCall {
  resolve(result: pg.QueryResult | null): void;
  reject(error: unknown): void;
}

/** How calls reach the database. */
interface CallRunner {
  readonly prepared: Prepared;
  /** Settings of each transaction beside its principal's. */
  readonly settings: readonly (readonly [string, string])[];
  /** Has a connection for as long as something is worked on. */
  withConnection<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
}

/**
 * Statements that write, each a whole piece of work, go together with one Sync behind them: one way there and back, one transaction and one
 * flush. Nobody hears anything before it is committed. Where the database refuses one, none is done.
 */
export class SharedCalls {
  readonly #runner: CallRunner;
  readonly #batcher = new Batcher<Waiting>((calls) => this.#runTogether(calls));

  constructor(runner: CallRunner) {
    this.#runner = runner;
  }

  /** Null where it was not done. */
  run(call: SharedCall): Promise<pg.QueryResult | null> {
    return new Promise((resolve, reject) => this.#batcher.add({ ...call, resolve, reject }));
  }

  async #runTogether(calls: readonly Waiting[]): Promise<void> {
    const results: pg.QueryResult[] = [];
    try {
      const isDone = await this.#runner.withConnection((client) => this.#send(client, calls, results));
      for (const [at, call] of calls.entries()) call.resolve(isDone ? (results[at] ?? null) : null);
    } catch (error) {
      for (const call of calls) call.reject(error);
    }
  }

  /** True once all is committed, false where nothing is. What is lost between the last answer and the commit may be either. */
  #send(client: pg.PoolClient, calls: readonly Waiting[], results: pg.QueryResult[]): Promise<boolean> {
    const { prepared, settings } = this.#runner;
    const steps = calls.flatMap(({ principal, config }, at): Step[] => {
      const before = calls[at - 1];
      const said = before?.principal === principal ? [] : [principalStep(principal, before === undefined ? settings : [])];
      return [...said, { config, isBare: true, resolve: (result) => results.push(result), reject: () => undefined }];
    });
    const named = steps.map(({ config: { text, values = [] }, ...step }): Step => {
      const name = prepared.nameOf(text);
      return { ...step, config: { text, values, ...(name && { name }) } };
    });
    return new Promise((resolve, reject) => {
      const done = (error?: unknown) => {
        if (error === undefined) resolve(true);
        // Who waited for its lock once need not wait for it again by itself.
        else if (calls.length === 1 && isLockTimeout(error)) reject(error);
        else if (prepared.giveUp(error) || (isRefusal(error) && results.length < calls.length)) resolve(false);
        else reject(error);
      };
      client.query(new Batch(named, done));
    });
  }
}

/** An error that ends a statement and not the connection. */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR';
}
