import { expect, it } from 'vitest';
import { collected, outcomeOf } from '../testing/bench.ts';
import { talkWith } from '../testing/talk-with.ts';
import type { TurnEvent } from './turn-event.ts';

const tool = (name: string, run: () => Promise<string>) => ({ name, parameters: { type: 'object', properties: {} }, run });

/** A conversation whose next turn folds, calls a tool and answers. */
async function full() {
  const look = tool('look', async () => 'A walrus. '.repeat(50));
  const talk = await talkWith(
    'anthropic',
    'claude-sonnet-4-5',
    {},
    { options: { tools: [look] }, wish: { contextWindow: 12_000, maxOutputTokens: 1_000 } },
  );
  await talk.tenfold.settings.change({ soft: 'off' });
  await talk.fillTo(96);
  const says = (asked: { messages: readonly { parts: readonly { type: string }[] }[]; body: object }) => {
    if (!JSON.stringify(asked.body).includes('"look"')) return { text: 'They counted boxes on shelves.' };
    const isLooked = asked.messages.at(-1)?.parts[0]?.type === 'tool-result';
    return isLooked
      ? { text: 'one two three four five six' }
      : { text: 'Let me see.', calls: [{ id: 'c', name: 'look', input: {} }] };
  };
  talk.upstream.manner = { answer: says };
  return talk;
}

it('a turn that is stopped behind any of its events ends so for all who follow it, leaves nothing behind, and goes on', {
  timeout: 120_000,
}, async () => {
  const { tenfold, session, store, upstream } = await full();
  const usual = await collected(tenfold.turns.send(session, { text: 'What is there?' }));
  expect(outcomeOf(usual)).toBe('answered');
  const kinds = usual.map(({ type }) => type);
  for (const kind of ['queued', 'fold', 'tool-call', 'tool-result', 'text', 'entry', 'status']) expect(kinds).toContain(kind);
  const { id: profileId } = (await tenfold.profiles.list())[0] as { id: string };
  for (let stopAt = 1; stopAt <= usual.length; stopAt += process.env.TENFOLD_DEEP === '1' ? 1 : 3) {
    const { id } = await tenfold.sessions.create({ profileId });
    const messages = Array.from({ length: 40 }, (_, n) => ({
      role: n % 2 ? 'assistant' : 'user',
      text: `Shelf ${stopAt}-${n} holds boxes. `.repeat(40),
    })) as { role: 'user' | 'assistant'; text: string }[];
    await tenfold.sessions.append(id, { messages });
    const events: TurnEvent[] = [];
    let others: Promise<readonly TurnEvent[]> | null = null;
    for await (const event of tenfold.turns.send(id, { text: 'What is there?', idempotencyKey: 'k' })) {
      events.push(event);
      others ??= tenfold.turns.follow(id).then((turn) => (turn === null ? [] : collected(turn)));
      if (events.length === stopAt) void tenfold.turns.stop(id);
    }
    const told = `stopped behind ${stopAt}: ${events[stopAt - 1]?.type}`;
    expect(['stopped', 'answered'], told).toContain(outcomeOf(events));
    expect(outcomeOf((await others) ?? []), told).toBe(outcomeOf(events));
    expect(await store.pending.list({ session: id }), told).toEqual([]);
    await expect.poll(async () => tenfold.folding.running(id)).toBeNull();
    const { entries } = await tenfold.sessions.entries(id, { limit: 1_000 });
    expect(entries.filter(({ role }) => role === 'user').length, told).toBe(21);
    const again = await collected(tenfold.turns.send(id, { text: 'And now?', overflow: 'truncate' }));
    expect([told, outcomeOf(again)]).toEqual([told, 'answered']);
  }
  expect(upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
  expect((await store.verify()).damages).toEqual([]);
});

const HUGE = 'walrus '.repeat(15_000_000);
const ODD: readonly (readonly [what: string, run: () => unknown, said: RegExp])[] = [
  ['answers a hundred megabytes', async () => HUGE, /^walrus .*more characters\]$/s],
  ['answers a number', async () => 17, /17|failed/],
  ['answers nothing', async () => undefined, /failed|^$/],
  ['answers an object', async () => ({ a: 1 }), /failed|"a":1/],
  ['fails with nothing', () => Promise.reject(null), /failed/],
  ['fails with words without end', () => Promise.reject(new Error(HUGE)), /^The tool failed: walrus .{0,3000}$/s],
  [
    'throws at once',
    () => {
      throw new Error('no');
    },
    /failed: no/,
  ],
  ['answers half a letter', async () => 'a\ud800', /^a\ufffd$/],
];

it.each(ODD)('a tool that %s is answered for, and the turn goes on', { timeout: 60_000 }, async (_, run, said) => {
  const look = { ...tool('look', async () => ''), run: run as () => Promise<string> };
  const { say, session, upstream, tenfold } = await talkWith(
    'openai',
    'gpt-4o',
    {
      answer: ({ messages }) =>
        messages.at(-1)?.parts[0]?.type === 'tool-result' ? { text: 'Seen.' } : { calls: [{ id: 'c', name: 'look', input: {} }] },
    },
    { options: { tools: [look] } },
  );
  const events = await say(session, 'What is there?');
  expect(outcomeOf(events)).toBe('answered');
  const result = events.find((event) => event.type === 'tool-result');
  expect(result?.type === 'tool-result' && result.output).toMatch(said);
  expect(result?.type === 'tool-result' && result.output.length).toBeLessThan(500_000);
  expect((await tenfold.sessions.entries(session)).entries.map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'tool',
    'assistant',
  ]);
  expect(upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
});
