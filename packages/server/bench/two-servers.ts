import { watchLockWaits } from '../../../tests/postgres/lock-waits.ts';
import { type RunningServer, startServer } from './running-server.ts';

const CLIENTS = 12;

/** What a turn costs two servers on one database, against one; and who waited for a lock meanwhile, though each client has a session of its own. */
export async function twoServers(homes: readonly [string, string], database: string, turns: number) {
  const servers = [await startServer(homes[0], database), await startServer(homes[1], database)] as const;
  // Taking turns, so that both see the same machine; and each is the one as often as the other, since code that has run longer is compiled better.
  const costs = { one: 0, two: 0 };
  let waits = 0;
  for (const server of servers) await run([server], database, turns / 2);
  for (const server of servers) {
    costs.one += (await run([server], database, turns)).cpuMs / 2;
    const both = await run(servers, database, turns);
    costs.two += both.cpuMs / 2;
    waits += both.waits;
  }
  await Promise.all(servers.map((server) => server.stop()));
  return { oneMs: costs.one / turns, twoMs: costs.two / turns, ratio: costs.two / costs.one, waits };
}

async function run(servers: readonly RunningServer[], database: string, turns: number) {
  const cpu = () => servers.reduce((sum, server) => sum + server.cpuMs(), 0);
  const sessions = await Promise.all(
    Array.from({ length: CLIENTS }, async () => String((await servers[0]?.request('POST', '/api/sessions', {}))?.id)),
  );
  const before = cpu();
  const stopWatching = await watchLockWaits(database);
  let next = 0;
  await Promise.all(
    sessions.map(async (id, at) => {
      for (let n = next++; n < turns; n = next++)
        await servers[(n + at) % servers.length]?.text('POST', `/api/sessions/${id}/messages`, { text: `And now, ${n}?` });
    }),
  );
  return { cpuMs: cpu() - before, waits: await stopWatching() };
}
