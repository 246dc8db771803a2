import pg from 'pg';
import { type Principal, principalSettings } from './row-security.ts';

/** What is used of the driver's connection, which its types leave out. */
interface Wire {
  readonly parsedStatements: Record<string, string>;
  parse(statement: { text: string; name: string }): void;
  bind(portal: { portal: string; statement: string; values: readonly string[] }): void;
  execute(portal: { portal: string; rows: number }): void;
}

/** What the driver calls on a query. */
interface Driven {
  readonly name?: string;
  prepare(connection: Wire): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
  handleError(error: unknown, connection: Wire): void;
}

const Base = pg.Query as unknown as new (config: pg.QueryConfig & { queryMode: 'extended' }, callback: Callback) => Driven;
type Callback = (error: Error | undefined, result: pg.QueryResult) => void;

/**
 * A statement of a principal's. Who that is is said just before it in the same breath: what comes before one Sync is one transaction,
 * so it holds for this statement alone, behind a transaction pooler too, and costs no way there and back.
 */
class OwnedQuery extends Base {
  readonly #settings: readonly (readonly [string, string])[];
  #isSetting = true;

  constructor(principal: Principal, config: pg.QueryConfig, callback: Callback) {
    super({ ...config, queryMode: 'extended' }, callback);
    this.#settings = principalSettings(principal);
  }

  override prepare(connection: Wire): void {
    const calls = this.#settings.map(([name], index) => `set_config('${name}', $${index + 1}, true)`);
    connection.parse({ text: `select ${calls.join(', ')}`, name: '' });
    connection.bind({ portal: '', statement: '', values: this.#settings.map(([, value]) => value) });
    connection.execute({ portal: '', rows: 0 });
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (!this.#isSetting) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#isSetting) this.#isSetting = false;
    else super.handleCommandComplete(message, connection);
  }

  override handleError(error: unknown, connection: Wire): void {
    // The driver took the first statement's being parsed for that of the second.
    if (this.name) delete connection.parsedStatements[this.name];
    super.handleError(error, connection);
  }
}

/** Runs a statement on a connection of the pool as a principal's. */
export async function queryAs(pool: pg.Pool, principal: Principal, config: pg.QueryConfig): Promise<pg.QueryResult> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const lost = (error: Error) => {
    broken = error;
  };
  client.once('error', lost);
  try {
    return await new Promise((resolve, reject) => {
      const query = new OwnedQuery(principal, config, (error, result) => (error ? reject(error) : resolve(result)));
      client.query(query as unknown as pg.Submittable);
    });
  } catch (error) {
    // As the pool does: a connection whose statement failed is not trusted again, unless the server itself said why.
    if (!(error instanceof pg.DatabaseError)) broken ??= error as Error;
    throw error;
  } finally {
    client.off('error', lost);
    client.release(broken);
  }
}
