import type { Tenfold } from '@tenfold/session';
import type { Streams } from './streams.ts';
import { SSE_HEADERS, sse } from './streams.ts';

/** News of a session from a sequence number on. News are read from the store as fast as the reader takes them, so nothing piles up. */
export async function eventStream(
  tenfold: Tenfold,
  session: string,
  after: number | undefined,
  streams: Streams,
  signal: AbortSignal,
): Promise<Response> {
  // A number nothing has reached is of another store, such as the one before a backup was put back: it says nothing here.
  const last = await tenfold.events.last(session);
  const from = after === undefined || after > last ? last : after;
  const outbox = streams.open('events', tenfold.owner);
  const ended = new AbortController();
  const end = () => ended.abort();
  signal.addEventListener('abort', end);
  outbox.write(`retry: 1000\n${sse({ type: 'ready' }, { event: 'ready', id: from })}`);
  const follow = async () => {
    for await (const { sequence, type, actor, data } of tenfold.events.follow(session, {
      after: from,
      signal: ended.signal,
    })) {
      await outbox.drained();
      if (outbox.over) return;
      outbox.write(sse({ ...data, type, actor }, { event: type, id: sequence }));
    }
  };
  outbox.ended.then(end);
  // A store that fails ends the stream; the reader comes back by itself.
  follow()
    .catch(() => {})
    .finally(() => {
      signal.removeEventListener('abort', end);
      outbox.close();
    });
  return new Response(outbox.body, { headers: SSE_HEADERS });
}
