import { setImmediate as nextTick } from 'node:timers/promises';
import { LEFT, StoreBusy } from '@tenfold/store';
import { describe, expect, it } from 'vitest';
import { collected, outcomeOf } from '../testing/bench.ts';
import { talkWith } from '../testing/talk-with.ts';
import { guardedFetch } from '../upstream/guarded-fetch.ts';

const USED = { input_tokens: 1, output_tokens: 1 };
const NEVER = new Promise<never>(() => {});

describe('stopping', () => {
  it('[H14] in the middle of thinking keeps it as thinking, and the conversation goes on', async () => {
    const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
    const thinking = [
      event({ type: 'message_start', message: { id: 'm', type: 'message', role: 'assistant', content: [], usage: USED } }),
      event({ type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } }),
      event({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'The walrus is a seal.' } }),
    ].join('');
    let calls = 0;
    const send: typeof fetch = async (...args) =>
      calls++ === 0 ? new Response(thinking, { headers: { 'content-type': 'text/event-stream' } }) : guardedFetch()(...args);
    const { tenfold, session, say, upstream } = await talkWith(
      'anthropic',
      'claude-sonnet-4-5',
      {},
      { options: { fetch: late } },
    );
    function late(...args: Parameters<typeof fetch>) {
      return String(args[0]).endsWith('/messages') ? send(...args) : guardedFetch()(...args);
    }
    expect(outcomeOf(await say(session, 'What is a walrus?'))).toBe('failed');
    const { entries } = await tenfold.sessions.entries(session);
    expect(entries[1]).toMatchObject({ aborted: true, parts: [{ type: 'reasoning', text: 'The walrus is a seal.' }] });
    expect(outcomeOf(await say(session, 'Well?'))).toBe('answered');
    expect(upstream.seen.at(-1)?.refused).toEqual([]);
  });

  it.each([
    ['a tool that comes to its end', async () => 'A walrus.'],
    ['a tool that does not listen', () => NEVER],
  ])('during %s keeps what was said once, with the call and a result', async (_, work) => {
    let running = () => {};
    const begun = new Promise<void>((resolve) => {
      running = resolve;
    });
    const tool = {
      name: 'look',
      parameters: { type: 'object', properties: {} },
      async run() {
        running();
        await nextTick();
        return work();
      },
    };
    const { tenfold, session, store } = await talkWith(
      'openai',
      'gpt-4o',
      { answer: () => ({ text: 'Let me look.', calls: [{ id: 'c1', name: 'look', input: {} }] }) },
      { options: { tools: [tool] } },
    );
    const turn = collected(tenfold.turns.send(session, { text: 'What is there?' }));
    await begun;
    await tenfold.turns.stop(session);
    expect(outcomeOf(await turn)).toBe('stopped');
    const { entries } = await tenfold.sessions.entries(session);
    expect(entries.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(await store.pending.list()).toEqual([]);
  });

  it('does not wait for a fold that somebody else started', async () => {
    const { tenfold, session, fillTo, upstream } = await talkWith(
      'openai',
      'gpt-4o',
      {},
      { wish: { contextWindow: 12_000, maxOutputTokens: 1_000 } },
    );
    upstream.manner = { answer: () => NEVER };
    await tenfold.settings.change({ soft: 'off' });
    await fillTo(96);
    const job = await tenfold.folding.condense(session);
    const events = [];
    for await (const event of tenfold.turns.send(session, { text: 'And now?' })) {
      events.push(event);
      if (event.type === 'queued') void tenfold.turns.stop(session);
    }
    expect(outcomeOf(events)).toBe('stopped');
    expect((await tenfold.folding.running(session))?.id).toBe(job.id);
    expect(await tenfold.folding.cancel(job.id)).toMatchObject({ state: 'cancelled', reason: 'It was cancelled.' });
  });
});

it('a call whose next step cannot be made is stored once, and the turn goes on from there', async () => {
  let looked = 0;
  const tool = { name: 'look', parameters: { type: 'object', properties: {} }, run: async () => 'word '.repeat(9_000) };
  const { tenfold, session, say, store, upstream } = await talkWith(
    'openai',
    'gpt-4o',
    {
      answer: () =>
        looked++ === 0 ? { text: 'Let me look.', calls: [{ id: 'c1', name: 'look', input: {} }] } : { text: 'I saw words.' },
    },
    { options: { tools: [tool] }, wish: { contextWindow: 8_000, maxOutputTokens: 500 } },
  );
  await tenfold.settings.change({ onFailure: 'ask' });
  const roles = async () => (await tenfold.sessions.entries(session)).entries.map(({ role }) => role);
  const refused = await say(session, 'What is there?', { idempotencyKey: 'k' });
  expect(outcomeOf(refused)).toBe('waiting');
  expect(refused.find(({ type }) => type === 'error')).toMatchObject({ code: 'context-full' });
  expect(await roles()).toEqual(['user', 'assistant', 'tool']);
  expect(await store.pending.list()).toEqual([]);
  expect(outcomeOf(await say(session, 'What is there?', { idempotencyKey: 'k', overflow: 'truncate' }))).toBe('answered');
  expect(await roles()).toEqual(['user', 'assistant', 'tool', 'assistant']);
  expect(upstream.seen.flatMap(({ refused: why }) => why)).toEqual([]);
});

it('a turn whose end cannot be written keeps nobody waiting once the store answers again', async () => {
  const { store, session, say, upstream } = await talkWith('openai', 'gpt-4o');
  const { drop, list } = store.pending;
  upstream.always = { status: 401 };
  const away = () => Promise.reject(new StoreBusy({}, null));
  Object.assign(store.pending, { drop: away, list: away });
  expect(outcomeOf(await say(session, 'Hello?'))).toBe('failed');
  Object.assign(store.pending, { drop, list });
  await expect.poll(async () => (await store.pending.list({ session })).map(({ lease }) => lease)).toEqual([LEFT]);
  upstream.always = null;
  expect(outcomeOf(await say(session, 'And now?'))).toBe('answered');
});

it('nor does a message in line whose turn fails, or that was kept though the store did not say so, where others stand behind it', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let asked = 0;
  let looks = 0;
  const answer = async () => {
    await held;
    looks = 0;
    // The last one is still at work when what was left is looked for.
    if (++asked === 3) await expect.poll(() => looks, { timeout: 10_000 }).toBe(2);
    return { text: 'Fine.' };
  };
  const { store, session, tenfold } = await talkWith('openai', 'gpt-4o', { answer });
  const { entries, pending } = store;
  const { append } = entries;
  const { enqueue, list } = pending;
  const away = new StoreBusy({}, null);
  const isOf = (given: object, text: string) => JSON.stringify(given).includes(text);
  const untold: typeof enqueue = async (row) => {
    const kept = await enqueue(row);
    if (isOf(row, 'Two')) throw away;
    return kept;
  };
  const counted: typeof list = (filter = {}) => {
    if (filter.lease !== undefined) looks++;
    return list(filter);
  };
  Object.assign(pending, { enqueue: untold, list: counted });
  Object.assign(entries, {
    append: (given: Parameters<typeof append>[0]) => (isOf(given, 'Three') ? Promise.reject(away) : append(given)),
  });
  const turns = ['One', 'Two', 'Three', 'Four'].map((text) => collected(tenfold.turns.send(session, { text })));
  await expect.poll(async () => (await list({ session })).length).toBe(4);
  release();
  const outcomes = (await Promise.all(turns)).map(outcomeOf);
  expect(outcomes).toEqual(['answered', 'answered', 'failed', 'answered']);
  await expect.poll(async () => (await list({ session })).map(({ lease }) => lease)).toEqual([LEFT, LEFT]);
});
