import pg from 'pg';
import { types } from './whole-numbers.ts';

/** What is used of the driver's connection, which its types leave out. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  sync(): void;
}

/** The columns of a row as the database wrote them. */
interface DataRow {
  readonly fields: readonly (string | null)[];
}

/** What the driver calls on a query. */
interface Driven {
  readonly name?: string;
  readonly text: string;
  _result: { _types: unknown; readonly rows: unknown[] };
  prepare(connection: Wire): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: DataRow): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
  handleReadyForQuery(connection: Wire): void;
  handleError(error: unknown, connection: Wire): void;
}

type Callback = (error: Error | undefined, result: pg.QueryResult) => void;
// Believed: the driver's types leave out what it calls on its own queries.
const Query = pg.Query as unknown as new (config: pg.QueryConfig & { queryMode: 'extended' }, callback: Callback) => Driven;

/** A statement and who waits for it. */
export interface Step {
  readonly config: pg.QueryConfig;
  /** Its columns need no description: its rows are lists of what the database wrote. */
  readonly isBare?: boolean;
  resolve(result: pg.QueryResult): void;
  reject(error: unknown): void;
}

/**
 * Statements that are sent in one breath, with one Sync behind all of them: one way there and back, and outside of a transaction a
 * transaction of their own. What fails takes those behind it along, which the database does not run.
 */
export class Batch implements pg.Submittable {
  readonly #queries: readonly Driven[];
  readonly #steps: readonly Step[];
  readonly #done: (error?: unknown) => void;
  #at = 0;

  /** `done` is told once all was answered, and committed where they are a transaction of their own; or what ended it before that. */
  constructor(steps: readonly Step[], done: (error?: unknown) => void) {
    this.#done = done;
    this.#steps = steps;
    this.#queries = steps.map(({ config, resolve, reject }) => {
      const query = new Query({ ...config, queryMode: 'extended' }, (error, result) => (error ? reject(error) : resolve(result)));
      query._result._types = types;
      return query;
    });
  }

  // The driver notes by these what has been parsed under a name.
  get name(): string | undefined {
    return this.#queries[this.#at]?.name;
  }

  get text(): string | undefined {
    return this.#queries[this.#at]?.text;
  }

  submit(driven: pg.Connection): null {
    const connection = driven as pg.Connection & Wire;
    const nothing = { value: () => undefined };
    const unsynced: Wire = Object.create(connection, { sync: nothing });
    const bare: Wire = Object.create(unsynced, { describe: nothing });
    connection.stream.cork();
    try {
      for (const [at, query] of this.#queries.entries()) query.prepare(this.#steps[at]?.isBare ? bare : unsynced);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    return null;
  }

  handleRowDescription(message: unknown): void {
    this.#queries[this.#at]?.handleRowDescription(message);
  }

  handleDataRow(message: DataRow): void {
    const query = this.#queries[this.#at];
    if (this.#steps[this.#at]?.isBare) query?._result.rows.push(message.fields);
    else query?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Wire): void {
    const query = this.#queries[this.#at++];
    query?.handleCommandComplete(message, connection);
    query?.handleReadyForQuery(connection);
  }

  handleReadyForQuery(): void {
    this.#done();
  }

  handleError(error: unknown, connection: Wire): void {
    const undone = this.#queries.slice(this.#at);
    this.#at = this.#queries.length;
    for (const query of undone) {
      if (query.name) delete connection.submittedNamedStatements[query.name];
      query.handleError(error, connection);
    }
    this.#done(error);
  }
}
