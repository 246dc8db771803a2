import { type LockWait, watchLockWaits } from '../../../tests/postgres/lock-waits.ts';
import { median } from './figures.ts';
import { type RunningServer, startServer } from './running-server.ts';

const CLIENTS = 12;
/** Turns of each run; and of each server before anything is counted, since until then V8 still compiles what a turn runs. */
const TURNS = 300;
const WARM = 900;

/** What a turn costs two servers on one database, against one; and who waited for a lock meanwhile, though each client has a session of its own. */
export async function twoServers(homes: readonly [string, string], database: string, rounds: number) {
  const servers = [await startServer(homes[0], database), await startServer(homes[1], database)] as const;
  for (const server of servers) await run([server], database, WARM);
  // Taking turns, so that both see the same machine; and each is the one as often as the other.
  const ones: number[] = [];
  const twos: number[] = [];
  const waits: LockWait[] = [];
  for (let round = 0; round < rounds; round++) {
    let [one, two] = [0, 0];
    for (const server of servers) {
      one += (await run([server], database, TURNS)).cpuMs;
      const both = await run(servers, database, TURNS);
      two += both.cpuMs;
      waits.push(...both.waits);
    }
    ones.push(one / (2 * TURNS));
    twos.push(two / (2 * TURNS));
  }
  await Promise.all(servers.map((server) => server.stop()));
  const ratios = twos.map((two, at) => two / (ones[at] ?? Number.NaN));
  return { oneMs: median(ones), twoMs: median(twos), ratios, ratio: median(ratios), waits };
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
