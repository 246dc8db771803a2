import { describe, expect, it } from 'vitest';
import { EventWaiters } from './session-events.ts';

const soon = () => new Promise((next) => setImmediate(next));

describe('readers that wait', () => {
  it('are woken by an event of their session and by nothing else', async () => {
    const waiters = new EventWaiters();
    const woken: string[] = [];
    const begin = (name: string, session: string, sequence = 0, signal?: AbortSignal) => {
      const waiting = waiters.begin(session, sequence, signal);
      waiting.woken.then(() => woken.push(name));
      return waiting;
    };
    const gone = new AbortController();
    const all = [begin('a', 's'), begin('b', 's', 7), begin('c', 't'), begin('d', 'u', 0, gone.signal)];
    waiters.wake('none');
    waiters.wake('s', 7);
    await soon();
    expect(woken).toEqual(['a']);
    waiters.wake('s');
    gone.abort();
    await soon();
    expect(woken).toEqual(['a', 'b', 'd']);
    expect(waiters.sessions()).toEqual(['s', 't', 'u']);
    for (const waiting of all) waiting.end();
    expect(waiters.sessions()).toEqual([]);
  });

  it('sleep through nothing that comes between looking and waiting', async () => {
    const waiters = new EventWaiters();
    const waiting = waiters.begin('s', 0, undefined);
    waiters.wake('s');
    await waiting.woken;
    waiting.end();
  });
});
