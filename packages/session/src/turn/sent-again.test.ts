import { expect, it } from 'vitest';
import { NEVER } from '../../../../tests/upstream/upstream.ts';
import { openTenfold } from '../open-tenfold.ts';
import { secretBox } from '../secret-box.ts';
import { answerOf, collected, outcomeOf } from '../testing/bench.ts';
import { talkWith } from '../testing/talk-with.ts';

const LONG = { text: 'one two three four five six seven eight' };
const KEY = { idempotencyKey: 'k' };

it('a message whose answer was cut off is answered when it is sent again, and what was cut off stays', async () => {
  const { say, session, upstream, tenfold } = await talkWith('openai', 'gpt-4o', { answer: () => LONG });
  upstream.faults.push('cut');
  expect(outcomeOf(await say(session, 'Count.', KEY))).toBe('failed');
  const again = await say(session, 'Count.', KEY);
  expect([outcomeOf(again), answerOf(again)]).toEqual(['answered', LONG.text]);
  const { entries } = await tenfold.sessions.entries(session);
  expect(entries.map(({ role, aborted }) => [role, aborted])).toEqual([
    ['user', undefined],
    ['assistant', undefined],
  ]);
  const [{ id: cut } = { id: '' }] = (await tenfold.sessions.entries(session, { branch: 'main' })).entries.slice(-1);
  expect(cut).not.toBe(entries[1]?.id);
  // And once more: it is answered by now, and nobody is asked.
  const third = await say(session, 'Count.', KEY);
  expect(outcomeOf(third)).toBe('answered');
  expect(third.flatMap((event) => (event.type === 'entry' ? [event.entry.aborted ?? event.entry.role] : []))).toEqual([
    'user',
    'assistant',
  ]);
  expect(upstream.seen.map(({ refused, messages }) => [refused, messages.length])).toEqual([
    [[], 1],
    [[], 1],
  ]);
});

it('goes on behind the tools that were used before it was cut off', async () => {
  let ran = 0;
  const look = {
    name: 'look',
    parameters: { type: 'object', properties: {} },
    run: async () => `A walrus, seen ${++ran} times.`,
  };
  const { say, session, upstream, tenfold } = await talkWith(
    'anthropic',
    'claude-sonnet-4-5',
    {
      answer: ({ messages }) =>
        messages.at(-1)?.parts[0]?.type === 'tool-result' ? LONG : { calls: [{ id: 'c1', name: 'look', input: {} }] },
    },
    { options: { tools: [look] } },
  );
  upstream.faults.push(null, 'cut');
  expect(outcomeOf(await say(session, 'What is there?', KEY))).toBe('failed');
  expect(outcomeOf(await say(session, 'What is there?', KEY))).toBe('answered');
  const { entries } = await tenfold.sessions.entries(session);
  expect(entries.map(({ role, aborted }) => aborted ?? role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  expect([ran, upstream.seen.length]).toEqual([1, 3]);
});

it.each([
  ['by somebody is told as it is, and is not asked for again', 'stop', 'stopped', 1],
  ['by the end of its process is answered by the next', 'close', 'answered', 2],
] as const)('an answer that was stopped %s', async (_, how, outcome, asked) => {
  const { session, tenfold, upstream, store } = await talkWith('openai', 'gpt-4o', { answer: () => LONG });
  upstream.faults.push({ drip: 1, until: NEVER });
  const events = tenfold.turns.send(session, { text: 'Count.', ...KEY });
  while ((await events.next()).value?.type !== 'text');
  await (how === 'stop' ? tenfold.turns.stop(session) : tenfold.close());
  const there = how === 'stop' ? tenfold : await openTenfold({ store, secrets: secretBox(new Uint8Array(32).fill(7)) });
  const again = await collected(there.turns.send(session, { text: 'Count.', ...KEY }));
  expect(JSON.stringify(again.find(({ type }) => type === 'error'))).toBeUndefined();
  expect([outcomeOf(again), upstream.seen.length]).toEqual([outcome, asked]);
  const told = again.flatMap((event) => (event.type === 'entry' ? [event.entry.aborted ?? event.entry.role] : []));
  expect(told).toEqual(how === 'stop' ? ['user', true] : ['user', 'assistant']);
  if (how === 'close') await there.close();
});

it('behind which the conversation went on is told as cut off', async () => {
  const { say, session, upstream } = await talkWith('openai', 'gpt-4o', { answer: () => LONG });
  upstream.faults.push('cut');
  await say(session, 'Count.', KEY);
  await say(session, 'Go on.');
  expect(outcomeOf(await say(session, 'Count.', KEY))).toBe('stopped');
  expect(upstream.seen).toHaveLength(2);
});
