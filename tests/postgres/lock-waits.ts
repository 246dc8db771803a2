import pg from 'pg';

const LOOK_MS = 20;

/** One that was seen waiting for a lock, and whom for. */
export interface LockWait {
  readonly waits: string;
  readonly for: string;
}

/** Statements are told by their beginning: they may hold what somebody wrote. */
const WAITING = `
  select w.wait_event || ' (' || w.application_name || '): ' || left(w.query, 160) as waits,
    coalesce(b.application_name || ', ' || b.state || ': ' || left(b.query, 160), 'somebody who has gone') as "for"
  from pg_stat_activity w
  left join lateral unnest(pg_blocking_pids(w.pid)) as blocking(pid) on true
  left join pg_stat_activity b on b.pid = blocking.pid
  where w.wait_event_type = 'Lock' and w.datname = current_database()`;

/** Looks again and again who waits for a lock in a database, until it is told to stop; answers all that were seen. */
export async function watchLockWaits(url: string): Promise<() => Promise<readonly LockWait[]>> {
  const client = new pg.Client(url);
  await client.connect();
  const seen: LockWait[] = [];
  let over = false;
  const watching = (async () => {
    while (!over) {
      seen.push(...(await client.query<LockWait>(WAITING)).rows);
      await new Promise((later) => setTimeout(later, LOOK_MS));
    }
  })();
  return async () => {
    over = true;
    await watching;
    await client.end();
    return seen;
  };
}
