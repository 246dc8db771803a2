import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { type Failing, handleUncaught } from './handle-uncaught.ts';

function handling(stop: () => Promise<void>) {
  const events = new EventEmitter();
  const told: [string, unknown][] = [];
  const error = (event: string, facts?: object) => void told.push([event, facts]);
  const exit = vi.fn();
  const process: Failing = { on: (event, listener) => events.on(event, listener), exit };
  handleUncaught(stop, process, { info: () => {}, warn: () => {}, error }, 60_000);
  return { events, told, exit };
}

it('tells of a promise that nobody waited for, and goes on', () => {
  const stop = vi.fn(async () => {});
  const { events, told, exit } = handling(stop);
  events.emit('unhandledRejection', new Error('one thing'));
  events.emit('unhandledRejection', undefined);
  expect(told).toEqual([
    ['unhandled-rejection', { reason: 'Error: one thing', stack: expect.stringContaining('handle-uncaught.test.ts') }],
    ['unhandled-rejection', { reason: 'undefined' }],
  ]);
  expect([stop.mock.calls, exit.mock.calls]).toEqual([[], []]);
});

it('stops in order after an exception, and ends with an error whether that works or not', async () => {
  for (const stop of [async () => {}, () => Promise.reject(new Error('not now'))]) {
    const { events, told, exit } = handling(stop);
    events.emit('uncaughtException', new Error('unknown'));
    expect(told[0]).toEqual([
      'uncaught-exception',
      expect.objectContaining({ reason: 'Error: unknown', todo: expect.any(String) }),
    ]);
    expect(exit).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(exit).toHaveBeenCalledWith(1));
  }
});

it('ends at once where another exception comes meanwhile', () => {
  const stop = vi.fn(() => new Promise<void>(() => {}));
  const { events, exit } = handling(stop);
  events.emit('uncaughtException', new Error('one'));
  events.emit('uncaughtException', new Error('two'));
  expect([stop.mock.calls.length, exit.mock.calls]).toEqual([1, [[1]]]);
});
