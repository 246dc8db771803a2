import pg from 'pg';
import { Batch, type Step } from './batch.ts';
import { type Principal, principalSettings } from './row-security.ts';

/**
 * Runs a statement on a connection of the pool as a principal's. Who that is is said just before it in the same breath: what comes
 * before one Sync is one transaction, so it holds for this statement alone, behind a transaction pooler too, and costs no way there and back.
 */
export function queryAs(pool: pg.Pool, principal: Principal, config: pg.QueryConfig, more?: More): Promise<pg.QueryResult> {
  return withClient(pool, (client) => {
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
    const batch = new Batch([principalStep(principal, more), { config, resolve, reject }], () => undefined);
    client.query(batch);
    return promise;
  });
}

/** Uses a connection of the pool. As the pool does, one whose statement failed is not trusted again, unless the server itself said why. */
export async function withClient<T>(pool: pg.Pool, use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.once('error', onError);
  try {
    return await use(client);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) broken ??= error as Error;
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

/** Settings beside a principal's own. */
type More = readonly (readonly [string, string])[];

/** The step that says whose the next ones are, with more settings of theirs. Where it fails, so do they. */
export function principalStep(principal: Principal, more: More = []): Step {
  const settings = [...principalSettings(principal), ...more];
  const calls = settings.map(([name], index) => `set_config('${name}', $${index + 1}, true)`);
  const config = { text: `select ${calls.join(', ')}`, values: settings.map(([, value]) => value) };
  return { config, isBare: true, resolve: () => undefined, reject: () => undefined };
}
