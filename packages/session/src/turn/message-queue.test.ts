import { describe, expect, it } from 'vitest';
import { collected, outcomeOf } from '../testing/bench.ts';
import { type Talk, talkWith } from '../testing/talk-with.ts';

/** A session whose model answers only when it is let. */
async function slow(): Promise<Talk & { letAnswer(): void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const opened = await talkWith('openai', 'gpt-4o', {
    async answer() {
      await promise;
      return { text: 'Fine.' };
    },
  });
  return { ...opened, letAnswer: resolve };
}

/** Takes turns and waits until so many messages stand in line. */
async function inLine({ tenfold, session }: Talk, texts: readonly string[]) {
  const turns = texts.map((text) => collected(tenfold.turns.send(session, { text, idempotencyKey: `key of ${text}` })));
  await expect.poll(() => tenfold.turns.queue(session), { timeout: 20_000 }).toHaveLength(texts.length - 1);
  return turns;
}

const said = async ({ tenfold, session }: Talk) =>
  (await tenfold.sessions.entries(session)).entries.map(({ parts }) =>
    parts.map((part) => ('text' in part ? part.text : '')).join(''),
  );

describe('messages in line', () => {
  it('are listed in order until their turn comes, and everybody hears of it', async () => {
    const opened = await slow();
    const { tenfold, session, store } = opened;
    const turns = await inLine(opened, ['One', 'Two', 'Three']);
    expect(await tenfold.turns.queue(session)).toMatchObject([
      { text: 'Two', idempotencyKey: 'key of Two', state: 'waiting', attachments: [] },
      { text: 'Three', state: 'waiting' },
    ]);
    opened.letAnswer();
    for (const turn of turns) expect(outcomeOf(await turn)).toBe('answered');
    expect(await said(opened)).toEqual(['One', 'Fine.', 'Two', 'Fine.', 'Three', 'Fine.']);
    expect(await tenfold.turns.queue(session)).toEqual([]);
    expect(await store.pending.list()).toEqual([]);
    const lengths = (await store.events.after(session, 0))
      .filter(({ type }) => type === 'queue')
      .map(({ data }) => (data as { messages: unknown[] }).messages.length);
    expect(lengths).toContain(2);
    await expect
      .poll(async () => (await store.events.after(session, 0)).findLast(({ type }) => type === 'queue')?.data)
      .toEqual({ messages: [] });
  });

  it('are refused where more of them wait, or longer ones, than are held for one person', async () => {
    const opened = await slow();
    const { tenfold, session } = opened;
    const file = { name: 'a.png', mediaType: 'image/png', bytes: 1, dataUrl: `data:image/png;base64,${'A'.repeat(9 * 2 ** 20)}` };
    const refused = async () =>
      (await collected(tenfold.turns.send(session, { text: 'More' }))).find(({ type }) => type === 'error');
    const turns = await inLine(opened, ['One', 'Two']);
    const long = collected(tenfold.turns.send(session, { text: 'Long', attachments: [file] }));
    expect(await refused()).toMatchObject({ code: 'rate-limited', kept: 'This one was not stored.' });
    await expect.poll(() => tenfold.turns.queue(session)).toHaveLength(2);
    for (const { id } of await tenfold.turns.queue(session)) await tenfold.turns.withdraw(session, id);
    expect(outcomeOf(await long)).toBe('stopped');
    for (let n = 0; n < 100; n++) turns.push(collected(tenfold.turns.send(session, { text: `Message ${n}` })));
    expect(await refused()).toMatchObject({ code: 'rate-limited' });
    await tenfold.close();
    for (const turn of turns) expect(outcomeOf(await turn)).toBe('stopped');
  });

  it('can be taken back, and those behind keep their order', async () => {
    const opened = await slow();
    const { tenfold, session } = opened;
    const [one, two, three] = await inLine(opened, ['One', 'Two', 'Three']);
    const [second] = await tenfold.turns.queue(session);
    expect(await tenfold.turns.withdraw(session, second?.id ?? '')).toEqual(second);
    expect(outcomeOf((await two) ?? [])).toBe('stopped');
    await expect(tenfold.turns.withdraw(session, second?.id ?? '')).rejects.toMatchObject({ code: 'not-found' });
    expect(await tenfold.turns.queue(session)).toMatchObject([{ text: 'Three' }]);
    opened.letAnswer();
    expect([outcomeOf((await one) ?? []), outcomeOf((await three) ?? [])]).toEqual(['answered', 'answered']);
    expect(await said(opened)).toEqual(['One', 'Fine.', 'Three', 'Fine.']);
  });

  it('answers what was sent again where it stands, though somebody has gone on with another branch', async () => {
    const { tenfold, session, say, upstream } = await talkWith('openai', 'gpt-4o', { answer: () => ({ text: 'Fine.' }) });
    await say(session, 'One');
    const { id: checkpoint } = await tenfold.checkpoints.create(session, 'before');
    await say(session, 'Two');
    upstream.always = { status: 401 };
    expect(outcomeOf(await say(session, 'Three', { idempotencyKey: 'k' }))).toBe('failed');
    upstream.always = null;
    const { branch } = await tenfold.checkpoints.restore(session, checkpoint);
    for (const text of ['Instead', 'And then', 'So be it']) await say(session, text);
    const before = await tenfold.sessions.entries(session, { branch });
    const again = await say(session, 'Three', { idempotencyKey: 'k' });
    expect([outcomeOf(again), again.find(({ type }) => type === 'start')]).toMatchObject(['answered', { branch: 'main' }]);
    const { entries } = await tenfold.sessions.entries(session, { branch: 'main' });
    expect(entries.map(({ parts: [part] }) => part?.type === 'text' && part.text)).toEqual([
      'One',
      'Fine.',
      'Two',
      'Fine.',
      'Three',
      'Fine.',
    ]);
    expect(JSON.stringify(upstream.seen.at(-1)?.body)).toContain('Three');
    expect(await tenfold.sessions.entries(session)).toEqual(before);
    // Once it is answered, it is only told again.
    const asked = upstream.seen.length;
    const told = (await say(session, 'Three', { idempotencyKey: 'k' })).flatMap((event) =>
      event.type === 'entry' ? event.entry.id : [],
    );
    expect([told, upstream.seen.length]).toEqual([entries.slice(-2).map(({ id }) => id), asked]);
  });

  it('answers what was sent again though another message came behind it unanswered', async () => {
    const { tenfold, session, say, upstream } = await talkWith('openai', 'gpt-4o', { answer: () => ({ text: 'Fine.' }) });
    upstream.always = { status: 401 };
    for (const key of ['a', 'b']) expect(outcomeOf(await say(session, key, { idempotencyKey: key }))).toBe('failed');
    upstream.always = null;
    expect(outcomeOf(await say(session, 'a', { idempotencyKey: 'a' }))).toBe('answered');
    const { entries } = await tenfold.sessions.entries(session);
    expect(entries.map(({ role }) => role)).toEqual(['user', 'user', 'assistant']);
    const asked = upstream.seen.length;
    expect(outcomeOf(await say(session, 'b', { idempotencyKey: 'b' }))).toBe('answered');
    expect(upstream.seen).toHaveLength(asked);
  });
});
