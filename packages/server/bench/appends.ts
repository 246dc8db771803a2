import { median } from './figures.ts';
import { prose } from './prose.ts';
import type { RunningServer } from './running-server.ts';

const BYTES = 2_048;
const ROUNDS = 7;
/** Rounds before anything is counted: until then code is compiled. */
const WARM = 2;

/** Acknowledged appends a second of each engine: each client has a session and sends its next entry when the last is acknowledged. Engines take turns. */
export async function appends(starts: Readonly<Record<string, () => Promise<RunningServer>>>, clients: number, each: number) {
  const perSecond: Record<string, number[]> = {};
  const servers: [string, RunningServer, string[]][] = [];
  for (const [engine, start] of Object.entries(starts)) {
    const server = await start();
    const made = await Promise.all(Array.from({ length: clients }, () => server.request('POST', '/api/sessions', {})));
    servers.push([engine, server, made.map(({ id }) => String(id))]);
    perSecond[engine] = [];
  }
  for (let round = 0; round < WARM + ROUNDS; round++)
    for (const [engine, server, sessions] of servers) {
      const speed = await run(server, sessions, each);
      if (round >= WARM) perSecond[engine]?.push(speed);
    }
  for (const [, server] of servers) await server.stop();
  return Object.fromEntries(Object.entries(perSecond).map(([engine, speeds]) => [engine, median(speeds)]));
}

async function run(server: RunningServer, sessions: readonly string[], count: number): Promise<number> {
  let next = 0;
  const begun = performance.now();
  await Promise.all(
    sessions.map(async (id) => {
      for (let n = next++; n < count; n = next++)
        await server.text('POST', `/api/sessions/${id}/entries`, { messages: [{ role: 'user', text: prose(n, BYTES) }] });
    }),
  );
  return count / ((performance.now() - begun) / 1_000);
}
