import { settleDatabase } from '../../../tests/postgres/settle-database.ts';
import { median, timed } from './figures.ts';
import { longSession } from './long-session.ts';
import { startServer } from './running-server.ts';

const ROUNDS = 9;

/**
 * The very first request to a fresh process, until its answer has come: the whole page of what would be sent, or the status a gauge needs.
 * Sessions of several lengths take turns, so that all see the same machine.
 */
export async function freshContexts(totals: readonly number[], home: string, database?: string) {
  const all = [];
  for (const total of totals)
    all.push({
      total,
      session: await longSession(home, total, 1_000, 130, database),
      contextMs: [] as number[],
      statusMs: [] as number[],
      readyMs: [] as number[],
    });
  if (database !== undefined) await settleDatabase(database);
  const first = async (session: string, what: 'context' | 'status') => {
    const { text, stop, readyMs } = await startServer(home, database);
    const ms = await timed(() => text('GET', `/api/sessions/${session}/${what}`));
    await stop();
    return { ms, readyMs };
  };
  // Not counted: the client's own code is as new as the server's, and the home gets its sample.
  for (const { session } of all) await first(session, 'context');
  for (let round = 0; round < ROUNDS; round++)
    for (const { session, contextMs, statusMs, readyMs } of all) {
      const context = await first(session, 'context');
      contextMs.push(context.ms);
      statusMs.push((await first(session, 'status')).ms);
      readyMs.push(context.readyMs);
    }
  return all.map(({ total, contextMs, statusMs, readyMs }) => ({
    total,
    contextMs: median(contextMs),
    statusMs: median(statusMs),
    readyMs: median(readyMs),
  }));
}
