import { describe, expect, it } from 'vitest';
import { outcomeOf, talk } from '../testing/bench.ts';
import { talkWith } from '../testing/talk-with.ts';

const SUMMARY = { text: '## Context\nShelves were counted, note by note.' };
const SMALL = { wish: { contextWindow: 12_000, maxOutputTokens: 1_000 } } as const;
const smallTalk = () => talkWith('openai', 'gpt-4o', { answer: () => ({ text: 'Fine.' }) }, SMALL);

describe('at hard', () => {
  it('a message waits, visibly, until the context fits', async () => {
    const { tenfold, session, fillTo, say, upstream } = await talkWith(
      'anthropic',
      'claude-sonnet-4-5',
      { answer: () => SUMMARY, window: 12_000 },
      SMALL,
    );
    await fillTo(96);
    expect((await tenfold.contexts.status(session)).needsFold).toBe('hard');
    const events = await say(session, 'And now?');
    expect(outcomeOf(events)).toBe('answered');
    expect(events.map(({ type }) => type)).toContain('queued');
    expect(upstream.seen.at(-1)?.tokens).toBeLessThan(12_000);
    expect(await tenfold.folding.runs(session)).toMatchObject([{ trigger: 'hard', outcome: 'done', by: ['claude-sonnet-4-5'] }]);
  });

  it('degrades when no summary can be had: summarization API unavailable', async () => {
    const { tenfold, session, fillTo, say, upstream } = await smallTalk();
    await fillTo(96);
    const { total } = await tenfold.sessions.entries(session);
    upstream.faults.push({ status: 401 });
    const events = await say(session, 'And now?');
    expect(outcomeOf(events)).toBe('answered');
    expect(events.find((event) => event.type === 'warning')).toMatchObject({ code: 'degraded' });
    expect(await tenfold.folding.runs(session)).toMatchObject([{ outcome: 'degraded' }]);
    expect((await tenfold.sessions.entries(session)).total).toBe(total + 2);
  });

  it('asks when it was told to, and does what is chosen', async () => {
    const { tenfold, session, fillTo, say, upstream } = await smallTalk();
    await tenfold.settings.change({ onFailure: 'ask' });
    await fillTo(96);
    const { total } = await tenfold.sessions.entries(session);
    upstream.always = { status: 401 };
    const refused = await say(session, 'And now?', { idempotencyKey: 'k' });
    expect(outcomeOf(refused)).toBe('waiting');
    expect(refused.find((event) => event.type === 'error')).toMatchObject({
      code: 'context-full',
      facts: { choices: ['retry', 'truncate', 'send-anyway'] },
    });
    const asked = upstream.seen.length;
    upstream.always = null;
    const truncated = await say(session, 'And now?', { idempotencyKey: 'k', overflow: 'truncate' });
    expect(outcomeOf(truncated)).toBe('answered');
    expect(upstream.seen.length).toBeGreaterThan(asked);
    expect((await tenfold.sessions.entries(session)).total).toBe(total + 2);
  });

  it('sends what is too long only when somebody says so', async () => {
    const { tenfold, session, fillTo, say, upstream } = await smallTalk();
    await tenfold.settings.change({ onFailure: 'ask' });
    await fillTo(96);
    upstream.faults.push({ status: 401 }, { status: 401 });
    await say(session, 'And now?', { idempotencyKey: 'k' });
    const sent = upstream.seen.length;
    const events = await say(session, 'And now?', { idempotencyKey: 'k', overflow: 'send-anyway' });
    expect(events.find((event) => event.type === 'warning')).toMatchObject({ code: 'sent-anyway' });
    expect(upstream.seen.length).toBeGreaterThan(sent);
    expect(await tenfold.folding.runs(session)).toEqual([]);
  });

  it('says what is held when nothing can make it fit', async () => {
    const { session, say, upstream } = await talkWith('openai', 'gpt-4o', {}, SMALL);
    const events = await say(session, talk(1, 9_000));
    expect(outcomeOf(events)).toBe('waiting');
    expect(events.find((event) => event.type === 'error')).toMatchObject({
      code: 'cannot-fit',
      facts: { held: [expect.objectContaining({ why: expect.any(String) })] },
    });
    expect(upstream.seen).toHaveLength(0);
  });
});
