import pg from 'pg';

const LOOK_MS = 20;

/** Looks again and again who waits for a lock in a database, until it is told to stop; answers how many were seen. */
export async function watchLockWaits(url: string): Promise<() => Promise<number>> {
  const client = new pg.Client(url);
  await client.connect();
  let [waits, over] = [0, false];
  const watching = (async () => {
    while (!over) {
      const { rows } = await client.query("select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock'");
      waits += rows[0].waiting;
      await new Promise((later) => setTimeout(later, LOOK_MS));
    }
  })();
  return async () => {
    over = true;
    await watching;
    await client.end();
    return waits;
  };
}
