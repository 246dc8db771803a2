import { median, timed } from './figures.ts';
import { longSession } from './long-session.ts';
import { startServer } from './running-server.ts';

/** The very first request to a fresh process, until its answer has come: the whole page of what would be sent, or the status a gauge needs. */
export async function freshContext(total: number, home: string, database?: string) {
  const session = await longSession(home, total, 1_000, 130, database);
  const runs = { contextMs: [] as number[], statusMs: [] as number[], readyMs: [] as number[] };
  const first = async (what: 'context' | 'status') => {
    const { text, stop, readyMs } = await startServer(home, database);
    runs.readyMs.push(readyMs);
    const ms = await timed(() => text('GET', `/api/sessions/${session}/${what}`));
    await stop();
    return ms;
  };
  // Not counted: the client's own code is as new as the server's, and the home gets its sample.
  await first('context');
  for (let n = 0; n < 7; n++) {
    runs.contextMs.push(await first('context'));
    runs.statusMs.push(await first('status'));
  }
  return Object.fromEntries(Object.entries(runs).map(([name, values]) => [name, median(values)]));
}
