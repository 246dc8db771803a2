import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TurnEvent } from './turn-event.ts';
import { TurnInLine } from './turn-in-line.ts';

const entry = (id: string) => ({ type: 'entry', entry: { id }, version: 1 }) as unknown as TurnEvent;
const piece = fc.record({ type: fc.constantFrom('text', 'reasoning'), id: fc.constantFrom('a', 'b'), delta: fc.string() });
const event = fc.oneof(
  { weight: 6, arbitrary: piece },
  { weight: 1, arbitrary: fc.constantFrom(entry('e1'), entry('e2'), { type: 'tool-call', id: 'c', name: 'n', input: {} }) },
) as fc.Arbitrary<TurnEvent>;

const newTurn = () => new TurnInLine({ leaving: new AbortController().signal, handOver: async () => false, onEnd: () => {} });

async function all(events: AsyncIterable<TurnEvent>): Promise<TurnEvent[]> {
  const said: TurnEvent[] = [];
  for await (const one of events) said.push(one);
  return said;
}

/** What a reader shows: texts since the last stored entry, and the entries. */
function shown(events: readonly TurnEvent[]): unknown {
  const entries: string[] = [];
  let texts: [string, string][] = [];
  for (const one of events) {
    if (one.type === 'entry') {
      entries.push(one.entry.id);
      texts = [];
    } else if (one.type === 'text' || one.type === 'reasoning') {
      const name = `${one.type} ${one.id}`;
      const last = texts.at(-1);
      if (last?.[0] === name) last[1] += one.delta;
      else texts.push([name, one.delta]);
    }
  }
  return { entries, texts };
}

it('shows those who join at any moment the same in the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 40 }), fc.nat(40), async (events, joins) => {
      const replay = newTurn();
      const early = all(replay.follow());
      let late: Promise<TurnEvent[]> | null = null;
      events.forEach((one, index) => {
        if (index === joins) late = all(replay.follow());
        replay.emit(one);
      });
      late ??= all(replay.follow());
      replay.close();
      const seen = shown(await late);
      expect(seen).toEqual(shown(await early));
      expect(seen).toEqual(shown(events));
      expect(shown(await all(replay.follow()))).toEqual(seen);
    }),
  );
});

it('does not grow with the number of pieces, and forgets a wait that is over', async () => {
  const replay = newTurn();
  replay.emit({ type: 'queued', reason: 'turn' });
  replay.emit({ type: 'start', turn: 't', branch: 'main', model: 'm' });
  for (let n = 0; n < 1_000; n++) replay.emit({ type: 'text', id: 'a', delta: 'x' });
  replay.close();
  expect((await all(replay.follow())).map(({ type }) => type)).toEqual(['start', 'text']);
});

it('goes on when a follower leaves', async () => {
  const replay = newTurn();
  replay.emit({ type: 'text', id: 'a', delta: 'one' });
  for await (const _ of replay.follow()) break;
  replay.emit({ type: 'text', id: 'a', delta: ' two' });
  replay.close();
  expect(await all(replay.follow())).toEqual([{ type: 'text', id: 'a', delta: 'one two' }]);
});

it('ends at once for a follower that leaves while it waits, also where it asks for more then', async () => {
  const replay = newTurn();
  replay.emit({ type: 'text', id: 'a', delta: 'one' });
  const events = replay.follow()[Symbol.asyncIterator]();
  await events.next();
  const waiting = events.next().then(({ done }) => [done, events.next()]);
  const left = events.return?.();
  replay.emit({ type: 'text', id: 'a', delta: ' two' });
  const [done, more] = await waiting;
  expect([done, await left, await more]).toEqual([true, ...Array(2).fill({ done: true, value: undefined })]);
});
