import { median, share, timed } from './figures.ts';
import { prose } from './prose.ts';
import { startServer } from './running-server.ts';

const AT_ONCE = 100;
const READERS = 10;

/** What many readers who only wait cost a server, and those who write meanwhile. */
export async function idleStreams(count: number, home: string, database?: string) {
  const server = await startServer(home, database);
  const before = server.rssMb();
  const made = await Promise.all(Array.from({ length: count / READERS }, () => server.request('POST', '/api/sessions', {})));
  const sessions = made.map(({ id }) => String(id));
  let ready = 0;
  const ends: (() => void)[] = [];
  for (let from = 0; from < count; from += AT_ONCE)
    ends.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, n) =>
          server.follow(`/api/sessions/${sessions[(from + n) % sessions.length]}/events`, (piece) => {
            if (piece.includes('event: ready')) ready++;
          }),
        ),
      )),
    );
  const taken: number[] = [];
  await Promise.all(
    Array.from({ length: 4 }, async (_, client) => {
      for (let n = 0; n < 250; n++) {
        const id = sessions[(n * 4 + client) % sessions.length];
        const body = { messages: [{ role: 'user', text: prose(n, 2_048) }] };
        taken.push(await timed(() => server.text('POST', `/api/sessions/${id}/entries`, body)));
      }
    }),
  );
  const rssMb = server.rssMb();
  for (const end of ends) end();
  await server.stop();
  if (ready !== count) throw new Error(`${ready} of ${count} streams were opened.`);
  return { streams: ready, beforeMb: before, rssMb, p50: median(taken), p99: share(taken, 0.99) };
}
