import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as soon } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Outbox } from './streams.ts';

const limits = { bufferBytes: 100, stallMs: 5_000 };
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** A reader that takes what it is given only when asked. */
const slow = () => new PassThrough({ highWaterMark: 1 });

it('hands on what is written before and after somebody reads, and ends', async () => {
  let closed = 0;
  const outbox = new Outbox(limits, () => closed++);
  outbox.write('one ');
  const reader = new PassThrough();
  outbox.join(reader);
  outbox.write('two');
  outbox.close();
  outbox.write('too late');
  outbox.close();
  expect(await text(reader)).toBe('one two');
  expect(closed).toBe(1);
});

it('hands on what it has to a reader who comes behind its end', async () => {
  const outbox = new Outbox(limits, () => {});
  outbox.write('all there was');
  outbox.close();
  const reader = new PassThrough();
  outbox.join(reader);
  expect(await text(reader)).toBe('all there was');
});

it.each([true, false])('keeps no more for a slow reader than its buffer, then drops it (joined before: %s)', async (isBefore) => {
  const outbox = new Outbox(limits, () => {});
  const reader = slow();
  if (isBefore) outbox.join(reader);
  for (let n = 0; n < 100; n++) outbox.write('x'.repeat(30));
  expect(outbox.over).toBe(true);
  if (!isBefore) outbox.join(reader);
  expect((await text(reader)).length).toBeLessThan(200);
});

it('says that it is still there, and gives a reader up that takes nothing', async () => {
  const outbox = new Outbox(limits, () => {});
  const reader = slow();
  outbox.join(reader);
  outbox.pulse();
  outbox.write('x'.repeat(200));
  outbox.pulse();
  vi.advanceTimersByTime(4_999);
  outbox.pulse();
  expect(outbox.over).toBe(false);
  vi.advanceTimersByTime(1);
  outbox.pulse();
  expect(outbox.over).toBe(true);
  expect(await text(reader)).toContain(': still here');
});

it('lets a writer wait until there is room', async () => {
  const outbox = new Outbox(limits, () => {});
  const reader = slow();
  outbox.join(reader);
  for (let n = 0; n < 2; n++) outbox.write('x'.repeat(90));
  let drained = false;
  const waiting = outbox.waitForRoom().then(() => {
    drained = true;
  });
  await soon();
  expect(drained).toBe(false);
  reader.resume();
  await waiting;
  expect(outbox.over).toBe(false);
});

it.each(['close', 'error'])('is over and wakes a waiting writer when the reader leaves (%s)', async (how) => {
  const outbox = new Outbox(limits, () => {});
  const reader = slow();
  outbox.join(reader);
  for (let n = 0; n < 2; n++) outbox.write('x'.repeat(90));
  const waiting = outbox.waitForRoom();
  expect(outbox.over).toBe(false);
  reader.destroy(how === 'error' ? new Error('reset') : undefined);
  outbox.write('into the void');
  await waiting;
  expect(outbox.over).toBe(true);
});

it('is over at once where the reader has left before it is joined', async () => {
  let closed = 0;
  const outbox = new Outbox(limits, () => closed++);
  outbox.write('hello');
  const reader = new PassThrough();
  reader.destroy();
  await soon();
  outbox.join(reader);
  await soon();
  expect([outbox.over, closed]).toEqual([true, 1]);
});
