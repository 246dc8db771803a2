import { expect, it, vi } from 'vitest';
import { type StopSignal, stopOnSignals } from './stop-on-signals.ts';

function started(longestMs = 10_000) {
  const listeners = new Map<StopSignal, () => void>();
  const seen = { stops: 0, exits: [] as number[], clock: 0 };
  let finish = () => {};
  const stop = () => {
    seen.stops++;
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  };
  const process = {
    on: (signal: StopSignal, listener: () => void) => listeners.set(signal, listener),
    exit: (code: number) => seen.exits.push(code),
    now: () => seen.clock,
  };
  const ended = stopOnSignals(stop, process, longestMs);
  return { seen, ended, send: (signal: StopSignal) => listeners.get(signal)?.(), finish: () => finish() };
}

it('stops in order at the first signal, which may come twice by two ways', async () => {
  const { seen, ended, send, finish } = started();
  send('SIGTERM');
  seen.clock = 20;
  send('SIGTERM');
  expect(seen).toMatchObject({ stops: 1, exits: [] });
  finish();
  await ended;
});

it('ends at once at a second one', () => {
  const { seen, send } = started();
  send('SIGINT');
  seen.clock = 1_000;
  send('SIGINT');
  expect(seen).toMatchObject({ stops: 1, exits: [130] });
  const other = started();
  other.send('SIGINT');
  other.send('SIGTERM');
  expect(other.seen.exits).toEqual([143]);
});

it('is cut after the longest it may take, and not before', () => {
  vi.useFakeTimers();
  try {
    const { seen, send } = started(40);
    send('SIGTERM');
    vi.advanceTimersByTime(39);
    expect(seen.exits).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(seen.exits).toEqual([1]);
  } finally {
    vi.useRealTimers();
  }
});
