import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { STREAM_LIMITS, sse, streamsWithin } from './streams.ts';

const limits = { most: 2, mostEach: 1, bufferBytes: 100, heartbeatMs: 1_500, stallMs: 5_000 };
const operator = { owner: 'local', admission: null };
const ada = { owner: 'ada', admission: { person: 'ada', token: 't', until: null } };
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

describe('streams', () => {
  it('are bounded, and free their place however they end', async () => {
    const streams = streamsWithin('local', limits);
    const ended: string[] = [];
    const first = streams.open('turn', ada, () => ended.push('first'));
    expect(() => streams.open('events', ada)).toThrowError(/1 streams of yours are open/);
    streams.open('turn', operator);
    expect(() => streams.open('turn', operator)).toThrowError(/2 streams are open/);
    const reader = new PassThrough();
    first.join(reader);
    reader.destroy();
    await new Promise((resolve) => reader.once('close', resolve));
    expect(streams.count).toBe(1);
    expect(ended).toEqual(['first']);
    streams.open('turn', ada);
    streams.closeAll();
    expect(streams.count).toBe(0);
    expect(STREAM_LIMITS.most).toBeGreaterThan(100);
  });

  it('are each told that they go on once in a while, not all at the same time', () => {
    const streams = streamsWithin('local', { ...limits, most: 100 });
    const told = Array.from({ length: 30 }, () => {
      const reader = new PassThrough();
      streams.open('events', operator).join(reader);
      return () => Number(reader.readableLength > 0);
    });
    const inAll = () => told.reduce((sum, isTold) => sum + isTold(), 0);
    vi.advanceTimersByTime(100);
    expect(inAll()).toBe(2);
    vi.advanceTimersByTime(1_400);
    expect(inAll()).toBe(30);
    streams.closeAll();
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('an event is one line of data, whatever is in it', () => {
  expect(sse({ text: 'a\nb\r\n\n' }, { event: 'entry', id: 7 })).toBe('id: 7\nevent: entry\ndata: {"text":"a\\nb\\r\\n\\n"}\n\n');
});
