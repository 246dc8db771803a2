import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openOutbox, STREAM_LIMITS, sse, streamsWithin } from './streams.ts';

const limits = { most: 2, mostEach: 1, bufferBytes: 100, heartbeatMs: 1_000, stallMs: 5_000 };
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

async function textOf(body: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(body).text();
}

describe('an outbox', () => {
  it('hands on what is written, and ends', async () => {
    let closed = 0;
    const outbox = openOutbox(limits, () => closed++);
    outbox.write('one ');
    outbox.write('two');
    outbox.close();
    outbox.write('too late');
    outbox.close();
    expect(await textOf(outbox.body)).toBe('one two');
    expect(closed).toBe(1);
    await outbox.ended;
  });

  it('keeps no more for a slow reader than its buffer, then drops it', async () => {
    const outbox = openOutbox(limits, () => {});
    for (let n = 0; n < 100; n++) outbox.write('x'.repeat(30));
    expect(outbox.over).toBe(true);
    expect((await textOf(outbox.body)).length).toBeLessThan(200);
  });

  it('says that it is still there, and gives a reader up that takes nothing', async () => {
    const outbox = openOutbox(limits, () => {});
    vi.advanceTimersByTime(1_000);
    outbox.write('x'.repeat(200));
    vi.advanceTimersByTime(5_000);
    expect(outbox.over).toBe(false);
    vi.advanceTimersByTime(2_000);
    expect(outbox.over).toBe(true);
    expect(await textOf(outbox.body)).toContain(': still here');
  });

  it('lets a writer wait until there is room', async () => {
    const outbox = openOutbox(limits, () => {});
    outbox.write('x'.repeat(150));
    let drained = false;
    const waiting = outbox.drained().then(() => {
      drained = true;
    });
    await Promise.resolve();
    expect(drained).toBe(false);
    await outbox.body.getReader().read();
    await waiting;
    expect(drained).toBe(true);
  });

  it('wakes a waiting writer when the reader leaves', async () => {
    const outbox = openOutbox(limits, () => {});
    outbox.write('x'.repeat(150));
    const waiting = outbox.drained();
    await outbox.body.cancel();
    await waiting;
    expect(outbox.over).toBe(true);
  });
});

describe('streams', () => {
  it('are bounded, and free their place however they end', async () => {
    const streams = streamsWithin('local', limits);
    const first = streams.open('turn', 'ada');
    expect(() => streams.open('events', 'ada')).toThrowError(/1 streams of yours are open/);
    streams.open('turn', 'local');
    expect(() => streams.open('turn', 'local')).toThrowError(/2 streams are open/);
    await first.body.cancel();
    expect(streams.count).toBe(1);
    streams.open('turn', 'ada');
    streams.closeAll();
    expect(streams.count).toBe(0);
    expect(STREAM_LIMITS.most).toBeGreaterThan(100);
  });
});

it('an event is one line of data, whatever is in it', () => {
  expect(sse({ text: 'a\nb\r\n\n' }, { event: 'entry', id: 7 })).toBe('id: 7\nevent: entry\ndata: {"text":"a\\nb\\r\\n\\n"}\n\n');
});
