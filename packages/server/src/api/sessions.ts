import { api } from '@tenfold/contract';
import type { Tenfold } from '@tenfold/session';
import type { Caller } from '../guard/door.ts';
import { Refused } from '../problem.ts';
import { routes } from '../route.ts';
import { inPieces } from '../stream/in-pieces.ts';
import { type Outbox, type Streams, sse } from '../stream/streams.ts';

/** Conversations: list, make, read, change, remove. */
export const sessionRoutes = routes(api.sessions, {
  list: ({ tenfold, query }) => tenfold.sessions.list({ ...query, status: true }),
  create: ({ tenfold, body }) => tenfold.sessions.create(body),
  get: ({ tenfold, params }) => tenfold.sessions.get(params.session),
  update: ({ tenfold, params, body }) => tenfold.sessions.update(params.session, body),
  async remove({ tenfold, params }) {
    await tenfold.sessions.remove(params.session);
    return { removed: true };
  },
});

/** The record of a session: read it, append to it without a model, protect entries. */
export const entryRoutes = routes(api.entries, {
  list: ({ tenfold, params, query }) => tenfold.sessions.entries(params.session, { limit: 50, ...query }),
  append: ({ tenfold, params, body, actor }) => tenfold.sessions.append(params.session, { ...body, ...actor }),
  appended: async ({ tenfold, params, query }) => ({ keys: await tenfold.sessions.appended(params.session, query.keys) }),
  revisions: async ({ tenfold, params }) => ({ revisions: await tenfold.sessions.revisions(params.session) }),
  async dropRevision({ tenfold, params }) {
    await tenfold.sessions.dropRevision(params.session, params.revision);
    return { removed: true };
  },
  async protect({ tenfold, params, body, actor }) {
    const { version } = await tenfold.sessions.protect(params.session, params.entry, body.protected, actor.actor);
    return { version, status: await tenfold.contexts.status(params.session) };
  },
});

/** Named heads of a session. */
export const branchRoutes = routes(api.branches, {
  list: ({ tenfold, params }) => tenfold.sessions.branches(params.session),
  label: ({ tenfold, params, body, actor }) =>
    tenfold.sessions.labelBranch(params.session, params.branch, body.label, actor.actor),
  switch: ({ tenfold, params, body, actor }) => tenfold.sessions.switchBranch(params.session, body.branch, actor.actor),
});

/** Labelled heads, and going back to them. */
export const checkpointRoutes = routes(api.checkpoints, {
  list: async ({ tenfold, params }) => ({ checkpoints: await tenfold.checkpoints.list(params.session) }),
  create: ({ tenfold, params, body }) => tenfold.checkpoints.create(params.session, body.label),
  restore: ({ tenfold, params, body: { checkpoint, ...options }, actor }) =>
    tenfold.checkpoints.restore(params.session, checkpoint, { ...options, ...actor }),
});

/** News of a session as they come. */
export const eventRoutes = routes(api.events, {
  async follow({ tenfold, caller, params, query, lastEventId, streams }) {
    await tenfold.sessions.get(params.session);
    const told = lastEventId !== null && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : undefined;
    return eventStream(tenfold, caller, { session: params.session, after: told ?? query.after }, streams);
  },
});

/** Finding passages of the record, folded or not. */
export const searchRoutes = routes(api.search, {
  everywhere: async ({ tenfold, query: { q, ...rest } }) => ({ hits: await tenfold.recall.search(q, rest) }),
  session: async ({ tenfold, params: { session }, query: { q, ...rest } }) => ({
    hits: await tenfold.recall.search(q, { session, ...rest }),
  }),
  recall: async ({ tenfold, params: { session }, query: { q, limit } }) => ({
    text: await tenfold.recall.recall(session, q, limit, true),
  }),
  expand: async ({ tenfold, params }) => ({ text: await tenfold.recall.expand(params.session, params.record) }),
});

/** What sessions are about, for others to find and take in. */
export const memoryRoutes = routes(api.memories, {
  list: async ({ tenfold, query }) => ({ memories: await tenfold.memories.search(query.q) }),
  bring: ({ tenfold, params, body }) => tenfold.memories.bring(params.session, body.from),
});

/** Sessions to files and back. */
export const exchangeRoutes = routes(api.exchange, {
  async exportFile({ tenfold, caller, params, query, signal }) {
    const ended = beginExport(caller.owner, signal);
    try {
      const { name, mediaType, pieces } = await tenfold.exchange.exportFile(params.session, query.format);
      const headers = { 'content-type': mediaType, 'content-disposition': attachment(name) };
      return new Response(inPieces(pieces(), ended, stillAdmitted(tenfold, caller)), { headers });
    } catch (error) {
      ended();
      throw error;
    }
  },
  importFile: ({ tenfold, body: { name, text }, longText, signal }) =>
    tenfold.exchange.importFile({ name, text: longText ?? text }, { signal }),
});

/** Breaks off what somebody reads for long once they are let in no more. */
function stillAdmitted({ people }: Pick<Tenfold, 'people'>, { admission }: Caller): () => Promise<void> {
  return async () => {
    if (admission !== null && (await people.lapsed([admission])).size > 0) throw new Error('Who reads this is let in no more.');
  };
}

/** Exports of one person that may be under way: each holds all of its conversation until it is read. */
const MOST_EXPORTS = 8;
const exporting = new Map<string, number>();

/** Counts an export of a person, or refuses it. The answer is called once it is over, which it also is where who asked has left. */
function beginExport(owner: string, signal: AbortSignal): () => void {
  const before = exporting.get(owner) ?? 0;
  if (before >= MOST_EXPORTS)
    throw new Refused('rate-limited', `${MOST_EXPORTS} exports of yours are under way, which is all one person may have.`, {
      todo: 'Let one of them end, and try again.',
      headers: { 'retry-after': '5' },
    });
  exporting.set(owner, before + 1);
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    const left = (exporting.get(owner) ?? 1) - 1;
    if (left === 0) exporting.delete(owner);
    else exporting.set(owner, left);
  };
  // Who has left already is not told of again.
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return end;
}

/** A header that no title can break out of. A file of ours is never shown in place, so that no page of it runs here. */
function attachment(name: string): string {
  const plain = name.replace(/[^\w. -]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;
}

/** Sessions that ended abnormally. */
export const recoveryRoutes = routes(api.recovery, {
  list: async ({ tenfold }) => ({ sessions: await tenfold.recovery.list(), troubles: tenfold.recovery.troubles() }),
  async knowLoss({ tenfold: { recovery } }) {
    await recovery.knowLoss();
    return { troubles: recovery.troubles() };
  },
  async recover({ tenfold, params, body }) {
    await tenfold.sessions.get(params.session);
    if (body.action === 'resume') return tenfold.recovery.resume(params.session);
    await tenfold.recovery.dismiss(params.session);
    return tenfold.sessions.get(params.session);
  },
});

/** News of a session from a sequence number on. News are read from the store as fast as the reader takes them, so nothing piles up. */
async function eventStream(
  tenfold: Tenfold,
  caller: Caller,
  { session, after }: { session: string; after: number | undefined },
  streams: Streams,
): Promise<Outbox> {
  // A number nothing has reached is of another store, such as the one before a backup was put back: it says nothing here.
  const last = await tenfold.events.last(session);
  const from = after === undefined || after > last ? last : after;
  let stop = () => {};
  const outbox = streams.open('events', caller, () => stop());
  outbox.write(`retry: 1000\n${sse({ type: 'ready' }, { event: 'ready', id: from })}`);
  stop = tenfold.events.deliver(session, from, {
    async take({ sequence, type, actor, data }) {
      await outbox.waitForRoom();
      outbox.write(sse({ ...data, type, actor }, { event: type, id: sequence }));
    },
    // A store that fails ends the stream; the reader comes back by itself.
    onError: () => outbox.close(),
  });
  return outbox;
}
