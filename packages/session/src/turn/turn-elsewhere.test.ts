import { openSqlite, type Store } from '@tenfold/store';
import { describe, expect, it, onTestFinished } from 'vitest';
import { emptyStore } from '../../../../tests/postgres/empty-store.ts';
import { whyNoPostgres } from '../../../../tests/postgres/test-postgres.ts';
import { NEVER } from '../../../../tests/upstream/upstream.ts';
import { openTenfold } from '../open-tenfold.ts';
import { secretBox } from '../secret-box.ts';
import type { Tenfold } from '../tenfold.ts';
import { answerOf, collected, outcomeOf } from '../testing/bench.ts';
import { type Talk, talkWith } from '../testing/talk-with.ts';
import type { TurnEvent } from './turn-event.ts';

const secrets = secretBox(new Uint8Array(32).fill(7));

/** Two processes on one store, as far as the store can tell: each has connections and a lease of its own. */
interface Two extends Talk {
  readonly there: Tenfold;
  /** Lets the answer go on that both wait for. */
  release(): void;
  readonly begun: Promise<void>;
  /** How often the tool was at work. */
  looks(): number;
}

type Second = (first: Talk) => Promise<Store>;

async function twoOn(second: Second, store?: Store): Promise<Two> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  let looks = 0;
  const tool = {
    name: 'look',
    parameters: { type: 'object', properties: {} },
    async run(_: unknown, { signal }: { signal: AbortSignal }) {
      begin();
      looks++;
      await Promise.race([held, new Promise((_, stop) => signal.addEventListener('abort', () => stop(signal.reason)))]);
      return 'three walruses';
    },
  };
  let asked = 0;
  const talk = await talkWith(
    'openai',
    'gpt-4o',
    {
      answer: () =>
        asked++ === 0 ? { text: 'Let me look.', calls: [{ id: 'c1', name: 'look', input: {} }] } : { text: `Answer ${asked}.` },
    },
    { options: { tools: [tool], secrets, ...(store && { store }) } },
  );
  const other = await second(talk);
  const there = await openTenfold({ store: other, secrets, tools: [tool] });
  onTestFinished(async () => {
    release();
    await there.close();
    await other.close();
  });
  return { ...talk, store: store ?? talk.store, there, release, begun, looks: () => looks };
}

const ENGINES: readonly [string, () => Promise<Two>][] = [
  ['a file', () => twoOn(({ file }) => openSqlite(file))],
  [
    'a database',
    async () => {
      const open = await emptyStore();
      return twoOn(open, await open());
    },
  ],
];
// Processes that share turns share a database: a file is held to the same where there is none, and in a deep run.
const deep = process.env.TENFOLD_DEEP === '1';
const engines = deep ? ENGINES : whyNoPostgres() === null ? ENGINES.slice(1) : ENGINES.slice(0, 1);

const texts = async ({ tenfold, session }: Two) =>
  (await tenfold.sessions.entries(session)).entries.flatMap(({ role, parts }) =>
    role === 'tool' ? [] : parts.flatMap((part) => (part.type === 'text' ? [`${role}: ${part.text}`] : [])),
  );

/** What one hears who joins the turn under way. */
const joined = async ({ turns }: Tenfold, session: string): Promise<readonly TurnEvent[]> => {
  const events = await turns.follow(session);
  return events === null ? [] : collected(events);
};

describe.each(engines)('two processes on %s', (name, open) => {
  it.skipIf(name === 'a database' && whyNoPostgres() !== null)(
    'take one turn at a time, in the order they were asked',
    async () => {
      const two = await open();
      const { tenfold, there, session } = two;
      const first = collected(tenfold.turns.send(session, { text: 'one' }));
      await two.begun;
      const waiting: Promise<unknown>[] = [];
      for (const [text, at] of [
        ['two', there],
        ['three', tenfold],
        ['four', there],
      ] as const) {
        waiting.push(collected(at.turns.send(session, { text })));
        await expect.poll(async () => (await there.turns.queue(session)).map((queued) => queued.text)).toContain(text);
      }
      expect((await tenfold.turns.queue(session)).map(({ text, state }) => [text, state])).toEqual([
        ['two', 'waiting'],
        ['three', 'waiting'],
        ['four', 'waiting'],
      ]);
      expect(await there.recovery.list()).toEqual([]);
      two.release();
      await Promise.all([first, ...waiting]);
      expect((await texts(two)).filter((text) => text.startsWith('user'))).toEqual([
        'user: one',
        'user: two',
        'user: three',
        'user: four',
      ]);
      const roles = (await tenfold.sessions.entries(session)).entries.map(({ role }) => role);
      expect(roles).toEqual([
        'user',
        'assistant',
        'tool',
        'assistant',
        ...Array.from({ length: 3 }, () => ['user', 'assistant']).flat(),
      ]);
    },
  );

  it.skipIf(name === 'a database' && whyNoPostgres() !== null)('follow and stop each other', async () => {
    const two = await open();
    const { tenfold, there, session } = two;
    const turn = collected(tenfold.turns.send(session, { text: 'one' }));
    await two.begun;
    await expect.poll(async () => (await two.store.pending.list({ session }))[0]?.message.parts.length).toBe(1);
    const heard = await there.turns.follow(session);
    if (heard === null) throw new Error('There is no turn to follow.');
    const followed = collected(heard);
    expect(await there.turns.stop(session)).toBe(true);
    expect(outcomeOf(await turn)).toBe('stopped');
    const events = await followed;
    expect(answerOf(events)).toBe('Let me look.');
    expect(events.filter(({ type }) => type === 'entry').length).toBeGreaterThan(0);
    expect(outcomeOf(events)).toBe('stopped');
    expect(await there.turns.stop(session)).toBe(false);
    expect(await there.turns.follow(session)).toBeNull();
  });

  it.skipIf(name === 'a database' && whyNoPostgres() !== null)('answer a key once, wherever it is sent again', async () => {
    const two = await open();
    const { tenfold, there, session } = two;
    const first = collected(tenfold.turns.send(session, { text: 'one', idempotencyKey: 'k' }));
    await two.begun;
    const again = collected(there.turns.send(session, { text: 'one', idempotencyKey: 'k' }));
    await expect.poll(async () => (await there.turns.queue(session)).length).toBe(1);
    two.release();
    expect([outcomeOf(await first), outcomeOf(await again)]).toEqual(['answered', 'answered']);
    expect((await texts(two)).filter((text) => text.startsWith('user'))).toEqual(['user: one']);
    expect(await there.turns.queue(session)).toEqual([]);
  });

  it.skipIf(name === 'a database' && whyNoPostgres() !== null)(
    'go on with what one that leaves has begun, and with what waits behind it',
    async () => {
      const two = await open();
      const { tenfold, there, session } = two;
      const first = collected(tenfold.turns.send(session, { text: 'one' }));
      await two.begun;
      const waiting: Promise<readonly TurnEvent[]>[] = [];
      for (const [text, at] of [
        ['two', tenfold],
        ['three', there],
        ['four', tenfold],
      ] as const) {
        waiting.push(collected(at.turns.send(session, { text, idempotencyKey: text })));
        await expect.poll(async () => (await there.turns.queue(session)).map((queued) => queued.text)).toContain(text);
      }
      const followed = joined(there, session);
      const left = tenfold.leaveTurns(0);
      // It takes a while to leave: nothing is answered before it has.
      two.upstream.manner = { answer: () => left.then(() => ({ text: 'Answered.' })) };
      two.release();
      expect(await left).toBe(true);
      const ends = await Promise.all([first, ...waiting].map(async (turn) => (await turn).at(-1)));
      const handedOver = { type: 'warning', code: 'handed-over' };
      expect(ends).toMatchObject([handedOver, handedOver, { type: 'done', outcome: 'answered' }, handedOver]);
      // Who looks on from elsewhere either joins again or was not quick enough to see that it changed hands.
      expect(['answered', 'unfinished']).toContain(outcomeOf(await followed));
      await expect.poll(async () => (await two.store.pending.list({ session })).length).toBe(0);
      const { entries } = await there.sessions.entries(session);
      expect(entries.map(({ role }) => role)).toEqual([
        'user',
        'assistant',
        'tool',
        'assistant',
        ...Array.from({ length: 3 }, () => ['user', 'assistant']).flat(),
      ]);
      expect((await texts(two)).filter((text) => text.startsWith('user'))).toEqual([
        'user: one',
        'user: two',
        'user: three',
        'user: four',
      ]);
      expect(two.looks()).toBe(1);
      expect(await there.recovery.list()).toEqual([]);
    },
  );

  it.runIf(deep && (name === 'a file' || whyNoPostgres() === null))(
    'begin an answer anew that was cut in its words',
    async () => {
      const two = await open();
      const { tenfold, there, session } = two;
      two.upstream.faults.push({ drip: 400, until: NEVER });
      const first = collected(tenfold.turns.send(session, { text: 'one' }));
      await expect.poll(async () => (await two.store.pending.list({ session }))[0]?.message.parts.length).toBe(1);
      expect(await tenfold.leaveTurns(0)).toBe(true);
      expect((await first).at(-1)).toMatchObject({ type: 'warning', code: 'handed-over' });
      const events = await joined(there, session);
      await expect.poll(() => texts(two)).toEqual(['user: one', 'assistant: Answer 2.']);
      expect(events.length === 0 || answerOf(events) === 'Answer 2.').toBe(true);
    },
  );
});

it('a turn that nobody takes over is cut, and what had come of it is kept', async () => {
  const { tenfold, upstream, session, store, file, pass } = await talkWith('openai', 'gpt-4o', {
    answer: () => ({ text: 'It begins and it ends.' }),
  });
  const other = await openSqlite(file);
  const idle = await openTenfold({ store: other, worker: false });
  upstream.faults.push({ drip: 400, until: NEVER });
  const turn = collected(tenfold.turns.send(session, { text: 'one' }));
  await expect.poll(async () => (await store.pending.list({ session }))[0]?.message.parts.length).toBe(1);
  const left = tenfold.leaveTurns(0);
  await expect.poll(() => store.queue.size()).toBeGreaterThan(0);
  pass(60_000);
  expect(await left).toBe(true);
  expect(outcomeOf(await turn)).toBe('stopped');
  expect((await tenfold.sessions.entries(session)).entries.at(-1)).toMatchObject({ role: 'assistant', aborted: true });
  await idle.close();
  await other.close();
});

it('a turn whose process died holds up nobody, and is still there to be resumed', async () => {
  const { store, session, say, tenfold } = await talkWith('openai', 'gpt-4o');
  const dead = await store.leases.acquire({ name: 'process:dead', holder: 'dead', at: 1 });
  const row = await store.pending.begin({ session, after: null, lease: dead.token, at: 1 });
  await store.pending.write(row, { role: 'assistant', parts: [{ type: 'text', text: 'It beg' }] }, 2);
  expect(await tenfold.turns.follow(session)).toBeNull();
  expect(outcomeOf(await say(session, 'Are you there?'))).toBe('answered');
  expect((await tenfold.recovery.list()).map(({ partial }) => partial)).toEqual(['It beg']);
});

it.runIf(deep && whyNoPostgres() === null)(
  'a turn is offered to nobody where the others crashed, of whom only beats tell',
  async () => {
    const store = await (await emptyStore())();
    onTestFinished(() => store.close());
    const { tenfold, upstream, session, pass } = await talkWith('openai', 'gpt-4o', {}, { options: { store } });
    await store.leases.acquire({ name: 'process:crashed', holder: 'crashed', at: 1 });
    upstream.faults.push({ drip: 400, until: NEVER });
    const turn = collected(tenfold.turns.send(session, { text: 'one' }));
    await expect.poll(async () => (await store.pending.list({ session }))[0]?.message.parts.length).toBe(1);
    let left: boolean | undefined;
    void tenfold.leaveTurns(0).then((all) => {
      left = all;
    });
    await expect
      .poll(() => {
        pass(1_000);
        return left;
      })
      .toBe(false);
    await tenfold.turns.stop(session);
    expect((await turn).map((event) => event.type === 'warning' && event.code)).not.toContain('handed-over');
  },
);
