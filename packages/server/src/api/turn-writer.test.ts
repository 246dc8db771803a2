import type { TurnEvent } from '@tenfold/session';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { turnWriter } from './messages.ts';

const event = fc.oneof(
  fc.record({ type: fc.constantFrom('text' as const, 'reasoning' as const), id: fc.constantFrom('a', 'b'), delta: fc.string() }),
  fc.constant({ type: 'queued', reason: 'hard' } as const),
);

/** What was written to the stream, as events again. */
function watched() {
  const written: TurnEvent[] = [];
  const write = (text: string) => {
    const { type, id, delta, data } = JSON.parse(text.slice('data: '.length));
    if (delta !== undefined) written.push({ type: type.replace('-delta', ''), id, delta });
    if (data !== undefined) written.push({ type: 'queued', ...data });
  };
  return { written, outbox: { write } };
}

/** What a reader makes of events: pieces of one part that follow each other are one. */
function read(events: readonly TurnEvent[]): readonly TurnEvent[] {
  const said: TurnEvent[] = [];
  for (const next of events) {
    const last = said.at(-1);
    if ((next.type === 'text' || next.type === 'reasoning') && last?.type === next.type && last.id === next.id)
      said[said.length - 1] = { ...last, delta: last.delta + next.delta };
    else said.push(next);
  }
  return said;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('says the same in the same order, whatever is joined', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(event, fc.boolean()), { maxLength: 20 }), (given) => {
      const { written, outbox } = watched();
      const pieces = turnWriter(outbox, 1);
      for (const [one, pause] of given) {
        pieces.write(one as TurnEvent);
        if (pause) vi.advanceTimersByTime(2);
      }
      pieces.end();
      expect(read(written)).toEqual(read(given.map(([one]) => one as TurnEvent)));
    }),
    { numRuns: 50 },
  );
});

it('the first piece goes at once, what follows closely goes together', () => {
  const { written, outbox } = watched();
  const pieces = turnWriter(outbox, 1_000);
  for (const delta of ['One', ' two', ' three']) pieces.write({ type: 'text', id: 'a', delta });
  expect(written).toEqual([{ type: 'text', id: 'a', delta: 'One' }]);
  pieces.end();
  expect(written.slice(1)).toEqual([{ type: 'text', id: 'a', delta: ' two three' }]);
});
