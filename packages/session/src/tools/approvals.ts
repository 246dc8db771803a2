import { randomUUID } from 'node:crypto';
import type { WaitingCall } from '@tenfold/contract';
import { NotFound, type SessionId } from '@tenfold/store';
import type { Dependencies } from '../dependencies.ts';

/** What somebody said to a call. */
export interface Decision {
  readonly allow: boolean;
  /** From now on, and not only this once. */
  readonly remember?: boolean;
}

/** Calls that wait for somebody to allow them, in this process. */
export interface Approvals {
  /** Asks, and waits for as long as the turn is not stopped. */
  ask(session: SessionId, call: Omit<WaitingCall, 'since'>, signal: AbortSignal): Promise<Decision>;
  waiting(session: SessionId): readonly WaitingCall[];
  decide(session: SessionId, call: string, decision: Decision): Promise<readonly WaitingCall[]>;
}

/** Approvals with their events. */
export function approvalsOn({ events, now }: Pick<Dependencies, 'events' | 'now'>): Approvals {
  const asked = new Map<SessionId, Map<string, { call: WaitingCall; decide(decision: Decision): void }>>();
  const waiting = (session: SessionId) => [...(asked.get(session)?.values() ?? [])].map(({ call }) => call);
  const tell = (session: SessionId) => events.publish(session, 'approvals', { calls: waiting(session) });
  return {
    waiting,
    async ask(session, call, signal) {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<Decision>();
      const calls = asked.get(session) ?? new Map();
      // Models name their calls, and may name two alike: what is allowed is the one that was shown.
      const id = calls.has(call.id) ? `${call.id} ${randomUUID()}` : call.id;
      asked.set(session, calls.set(id, { call: { ...call, id, since: now() }, decide: resolve }));
      const stop = () => reject(new Error('it was stopped'));
      signal.addEventListener('abort', stop);
      try {
        await tell(session);
        return await promise;
      } finally {
        signal.removeEventListener('abort', stop);
        calls.delete(id);
        if (calls.size === 0) asked.delete(session);
        await tell(session);
      }
    },
    async decide(session, call, decision) {
      const found = asked.get(session)?.get(call);
      if (found === undefined) throw new NotFound('call that waits', call);
      found.decide(decision);
      return waiting(session).filter(({ id }) => id !== call);
    },
  };
}
