import { randomUUID } from 'node:crypto';
import { Decision, WaitingCall } from '@tenfold/contract';
import { Conflict, NotFound, type SessionId, type Job as StoredJob } from '@tenfold/store';
import type { Dependencies } from '../dependencies.ts';
import { isKnownDead } from '../recovery/process-lease.ts';

/** Calls that wait for somebody to allow them. They stand in the store, so that any process shows them and is told what to do. */
export interface Approvals {
  /** Asks, and waits for as long as the turn is not stopped. */
  ask(session: SessionId, call: Omit<WaitingCall, 'since'>, signal: AbortSignal): Promise<Decision>;
  waiting(session: SessionId): Promise<readonly WaitingCall[]>;
  decide(session: SessionId, call: string, decision: Decision): Promise<readonly WaitingCall[]>;
}

/** Kind and slot of the row of a call that waits. */
const KIND = 'approval';
const slotOf = (session: SessionId, call: string) => `approval:${session}:${call}`;

/** Approvals with their events. */
export function createApprovals(
  { store, events, lease, now }: Pick<Dependencies, 'store' | 'events' | 'lease' | 'now'>,
  isDead: (lease: number | null) => Promise<boolean>,
): Approvals {
  const rowsOf = async (session: SessionId) => {
    const rows = await store.jobs.list({ session, kind: KIND, states: ['running'] });
    const dead = await Promise.all(rows.map(async (row) => row.lease !== lease && (await isKnownDead(isDead, row.lease))));
    // Nobody waits for those any more.
    for (const { id } of rows.filter((_, at) => dead[at])) await store.jobs.remove(id);
    return rows.filter((_, at) => !dead[at]).toReversed();
  };
  const waiting = async (session: SessionId) => (await rowsOf(session)).map(callOf);
  const publish = async (session: SessionId) => events.publish(session, 'approvals', { calls: [...(await waiting(session))] });
  const insert = async (session: SessionId, call: Omit<WaitingCall, 'since'>): Promise<StoredJob> => {
    const row = { session, kind: KIND, state: 'running', lease, at: now() } as const;
    const input = { ...call, since: row.at };
    try {
      return await store.jobs.create({ ...row, slot: slotOf(session, call.id), input });
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      // Models name their calls, and may name two alike: what is allowed is the one that was shown.
      const id = `${call.id} ${randomUUID()}`;
      return store.jobs.create({ ...row, slot: slotOf(session, id), input: { ...input, id } });
    }
  };
  const waitForDecision = async (session: SessionId, id: string, signal: AbortSignal): Promise<Decision> => {
    for (;;) {
      if (signal.aborted) throw new Error('it was stopped');
      const watch = await events.watch(session, signal);
      try {
        const { state, result } = await store.jobs.get(id);
        if (state === 'done') return Decision.parse(result);
        await watch.woken;
      } finally {
        watch.end();
      }
    }
  };
  return {
    waiting,
    async ask(session, call, signal) {
      signal.throwIfAborted();
      const { id } = await insert(session, call);
      let isDecided = false;
      try {
        await publish(session);
        const decision = await waitForDecision(session, id, signal);
        isDecided = true;
        return decision;
      } finally {
        await store.jobs.remove(id);
        if (!isDecided) await publish(session);
      }
    },
    async decide(session, call, decision) {
      const row = (await rowsOf(session)).find((one) => callOf(one).id === call);
      if (row === undefined) throw new NotFound('call that waits', call);
      await store.jobs.update(row.id, { state: 'done', result: { ...decision }, at: now() }).catch((error: unknown) => {
        // Somebody else was first.
        throw error instanceof Conflict ? new NotFound('call that waits', call) : error;
      });
      // This wakes whoever asked, wherever that is.
      await publish(session);
      return waiting(session);
    },
  };
}

function callOf({ input }: StoredJob): WaitingCall {
  return WaitingCall.parse(input);
}
