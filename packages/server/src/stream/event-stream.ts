import type { Tenfold } from '@tenfold/session';
import { Streamed } from './streamed.ts';
import { type Streams, sse } from './streams.ts';

/** News of a session from a sequence number on. News are read from the store as fast as the reader takes them, so nothing piles up. */
export async function eventStream(
  tenfold: Tenfold,
  session: string,
  after: number | undefined,
  streams: Streams,
): Promise<Streamed> {
  // A number nothing has reached is of another store, such as the one before a backup was put back: it says nothing here.
  const last = await tenfold.events.last(session);
  const from = after === undefined || after > last ? last : after;
  let stop = () => {};
  const outbox = streams.open('events', tenfold.owner, () => stop());
  outbox.write(`retry: 1000\n${sse({ type: 'ready' }, { event: 'ready', id: from })}`);
  stop = tenfold.events.deliver(session, from, {
    async take({ sequence, type, actor, data }) {
      await outbox.drained();
      outbox.write(sse({ ...data, type, actor }, { event: type, id: sequence }));
    },
    // A store that fails ends the stream; the reader comes back by itself.
    failed: () => outbox.close(),
  });
  return new Streamed(outbox);
}
