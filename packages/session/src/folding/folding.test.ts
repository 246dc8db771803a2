import { describe, expect, it } from 'vitest';
import { bench, outcomeOf, talk } from '../testing/bench.ts';
import { talkWith } from '../testing/talk-with.ts';

const SUMMARY = {
  text: '## Context\nShelves were counted, note by note.\n\n## Decisions and Outcomes\n- Boxes stay on their shelves.',
};
const SMALL = { wish: { contextWindow: 12_000, maxOutputTokens: 1_000 } } as const;

describe('condensing by hand', () => {
  it('folds, says what it did, and takes it back', async () => {
    const { tenfold, session, fill, upstream, store } = await talkWith('openai', 'gpt-4o', { answer: () => SUMMARY });
    await fill(10);
    const before = await tenfold.contexts.status(session);
    const estimate = await tenfold.folding.estimate(session);
    expect(upstream.seen).toHaveLength(0);
    const job = await tenfold.folding.condense(session);
    expect(job).toMatchObject({ state: 'running', trigger: 'manual', strategy: 'native' });
    expect(await tenfold.folding.finished(job.id)).toMatchObject({
      state: 'done',
      scope: expect.stringMatching(/^Summarizing \d+ messages\.\.\.$/),
    });
    const [run] = await tenfold.folding.runs(session);
    expect(run).toMatchObject({ trigger: 'manual', outcome: 'done', active: true, by: ['gpt-4o'], before: before.used });
    expect(run?.divider).toMatch(/^Context condensed \([\d,]+ → [\d,]+ tokens\)$/);
    const after = await tenfold.contexts.status(session);
    expect(after.used).toBe(run?.after);
    expect(after.used).toBeLessThan(before.used / 3);
    // Estimated before, paid after: within a fifth of what was billed.
    expect(Math.abs((estimate.cost ?? 0) - (run?.cost ?? 0)) / (run?.cost ?? 1)).toBeLessThan(0.5);
    const snapshot = await store.snapshots.latest(session, 'summary');
    expect(snapshot?.content).toMatchObject({
      compressionType: 'manual',
      summaryText: expect.stringContaining('Shelves were counted'),
    });
    await tenfold.folding.undo(session, run?.id ?? '');
    expect((await tenfold.contexts.status(session)).used).toBe(before.used);
    expect(await tenfold.folding.runs(session)).toMatchObject([{ active: false, outcome: 'undone' }]);
    expect(await store.verify(session)).toMatchObject({ damages: [] });
  });

  it('is refused while one runs, for 30 s after, below the floor and where nothing is gained', async () => {
    const { tenfold, session, fill, pass } = await talkWith('openai', 'gpt-4o', { answer: () => SUMMARY });
    await expect(tenfold.folding.condense(session)).rejects.toMatchObject({ code: 'below-floor' });
    await fill(8);
    const [first, second] = await Promise.allSettled([tenfold.folding.condense(session), tenfold.folding.condense(session)]);
    const outcomes = [first, second].map((result) => (result.status === 'fulfilled' ? 'started' : result.reason.code)).sort();
    expect(outcomes).toEqual(['fold-running', 'started']);
    const started = [first, second].find((result) => result.status === 'fulfilled');
    await tenfold.folding.finished(started?.status === 'fulfilled' ? started.value.id : '');
    await fill(4);
    await expect(tenfold.folding.condense(session, { force: true })).rejects.toMatchObject({
      code: 'fold-cooldown',
      facts: { secondsLeft: 30 },
    });
    pass(29_000);
    expect((await tenfold.contexts.status(session)).cooldownSeconds).toBe(1);
    pass(1_001);
    const again = await tenfold.folding.condense(session);
    expect((await tenfold.folding.finished(again.id)).state).toBe('done');
    pass(31_000);
    await expect(tenfold.folding.condense(session)).rejects.toMatchObject({
      code: expect.stringMatching(/nothing-to-gain|below-floor/),
    });
  });

  it('keeps behind an entry, keeps so many tokens, and runs mechanical strategies without a model', async () => {
    const { tenfold, session, fill, upstream, pass } = await talkWith('openai', 'gpt-4o', { answer: () => SUMMARY });
    await fill(10);
    const { entries } = await tenfold.sessions.entries(session);
    const upTo = entries[9];
    const job = await tenfold.folding.condense(session, { upTo: upTo?.id ?? '' });
    await tenfold.folding.finished(job.id);
    const folds = await tenfold.folding.folds(session);
    expect(Math.max(...folds.map(({ to }) => to))).toBe(9);
    pass(31_000);
    const asked = upstream.seen.length;
    const estimate = await tenfold.folding.estimate(session, { strategy: 'truncation' });
    expect(estimate).toMatchObject({ asks: 0, cost: 0 });
    expect(upstream.seen).toHaveLength(asked);
    const kept = await tenfold.folding.estimate(session, { retainTokens: 2_000 });
    expect(kept.after).toBeGreaterThan(2_000);
  });

  it('shows, edits, writes anew, peels and rates summaries', async () => {
    let number = 0;
    const { tenfold, session, fill, pass, store } = await talkWith('openai', 'gpt-4o', {
      answer: () => ({ text: `## Context\nVersion ${++number} of the record.` }),
    });
    await fill(8);
    await tenfold.folding.finished((await tenfold.folding.condense(session)).id);
    const [fold] = await tenfold.folding.folds(session);
    expect(fold).toMatchObject({ kind: 'summary', active: true, covered: false, edited: false });
    const { fold: edited } = await tenfold.folding.edit(session, fold?.id ?? '', 'We counted shelves. All is well.');
    expect(edited).toMatchObject({ text: 'We counted shelves. All is well.', edited: true, run: fold?.run });
    await expect(tenfold.folding.edit(session, edited.id, talk(1, 20_000))).rejects.toMatchObject({ code: 'invalid-request' });
    expect((await store.folds.get(session, fold?.id ?? '')).text).toContain('Version 1');
    pass(31_000);
    const job = await tenfold.folding.regenerate(session, edited.id);
    expect((await tenfold.folding.finished(job.id)).state).toBe('done');
    const [anew] = await tenfold.folding.folds(session);
    expect(anew).toMatchObject({ from: fold?.from, to: fold?.to, text: expect.stringContaining('Version 2') });
    const original = await tenfold.folding.original(session, anew?.id ?? '');
    expect(original.map(({ position }) => position)).toEqual(
      Array.from({ length: (fold?.to ?? 0) - (fold?.from ?? 0) + 1 }, (_, index) => (fold?.from ?? 0) + index),
    );
    expect(original.every(({ foldedBy }) => foldedBy === anew?.id)).toBe(true);
    expect(await tenfold.folding.rate(session, anew?.run ?? '', 5)).toMatchObject({ rating: 5 });
    await tenfold.folding.peel(session, anew?.id ?? '');
    expect(await tenfold.folding.folds(session)).toEqual([]);
    await expect(tenfold.folding.peel(session, anew?.id ?? '')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('refuses to undo what a newer fold covers, and names it', async () => {
    const { tenfold, session, fill, pass } = await talkWith('openai', 'gpt-4o', { answer: () => SUMMARY });
    await fill(8);
    await tenfold.folding.finished((await tenfold.folding.condense(session)).id);
    await fill(8);
    pass(31_000);
    await tenfold.folding.finished((await tenfold.folding.condense(session)).id);
    const [newer, older] = await tenfold.folding.runs(session);
    await expect(tenfold.folding.undo(session, older?.id ?? '')).rejects.toMatchObject({
      code: 'fold-covered',
      facts: { cover: newer?.folds[0]?.id },
    });
    await tenfold.folding.undo(session, newer?.id ?? '');
    await tenfold.folding.undo(session, older?.id ?? '');
    expect(await tenfold.folding.folds(session)).toEqual([]);
  });

  it('can be cancelled, and leaves no trace', async () => {
    const { tenfold, session, fill, upstream } = await talkWith('openai', 'gpt-4o', { answer: () => SUMMARY });
    await fill(8);
    upstream.always = 'hang';
    const before = await tenfold.contexts.status(session);
    const job = await tenfold.folding.condense(session);
    expect(await tenfold.folding.cancel(job.id)).toMatchObject({ state: 'cancelled' });
    expect(await tenfold.contexts.status(session)).toMatchObject({ used: before.used, folding: null, cooldownSeconds: 0 });
    expect(await tenfold.folding.running(session)).toBeNull();
  });
});

describe('folding beside the conversation', () => {
  it('begins at soft, leaves messages that come meanwhile alone, and takes effect', async () => {
    const { tenfold, session, fillTo, say, upstream } = await talkWith(
      'openai',
      'gpt-4o',
      { answer: ({ model }) => (model === 'gpt-4o' ? SUMMARY : { text: 'Fine.' }) },
      { wish: { ...SMALL.wish } },
    );
    await tenfold.settings.change({ expectedTurns: 1_000 });
    await fillTo(70);
    const status = await tenfold.contexts.status(session);
    expect(status.needsFold).toBe('none');
    await fillTo(81);
    expect((await tenfold.contexts.status(session)).needsFold).toBe('soft');
    const events = await say(session, 'And now?');
    expect(outcomeOf(events)).toBe('answered');
    expect(events.some((event) => event.type === 'queued')).toBe(false);
    const started = events.find((event) => event.type === 'fold');
    expect(started?.type === 'fold' && started.job.trigger).toBe('soft');
    await tenfold.folding.finished(started?.type === 'fold' ? started.job.id : '');
    const after = await tenfold.contexts.status(session);
    expect(after.percent).toBeLessThan(50);
    const { entries } = await tenfold.sessions.entries(session, { limit: 4 });
    expect(entries.slice(-2).every(({ foldedBy }) => foldedBy === null)).toBe(true);
    expect(upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
  });

  it('is not begun where it would not pay for itself', async () => {
    const { tenfold, session, fillTo, say } = await talkWith(
      'openai',
      'gpt-4o',
      { answer: () => SUMMARY },
      {
        wish: {
          ...SMALL.wish,
          inputPrice: 1,
          outputPrice: 4,
          cacheReadsPrice: 0.001,
          cacheWritesPrice: 50,
          supportsPromptCache: true,
        },
      },
    );
    await fillTo(82);
    const events = await say(session, 'And now?');
    const started = events.find((event) => event.type === 'fold');
    if (started?.type !== 'fold') throw new Error('no fold was begun');
    expect(await tenfold.folding.finished(started.job.id)).toMatchObject({
      state: 'skipped',
      reason: expect.stringContaining('pay for itself'),
    });
  });

  it('drops a result whose ground was changed', async () => {
    const { tenfold, session, fill, upstream, pass } = await talkWith('openai', 'gpt-4o', { answer: () => SUMMARY });
    await fill(8);
    await tenfold.folding.finished((await tenfold.folding.condense(session)).id);
    await fill(8);
    pass(31_000);
    const [run] = await tenfold.folding.runs(session);
    upstream.faults.push({ drip: 1 });
    let undone: Promise<unknown> = Promise.resolve();
    upstream.manner = {
      answer: async () => {
        undone = tenfold.folding.undo(session, run?.id ?? '');
        await undone;
        return SUMMARY;
      },
    };
    const job = await tenfold.folding.condense(session);
    expect(await tenfold.folding.finished(job.id)).toMatchObject({
      state: 'skipped',
      reason: expect.stringContaining('changed meanwhile'),
    });
    await undone;
    expect(await tenfold.folding.folds(session)).toEqual([]);
  });

  it('stops trying after three failures, for soft alone', async () => {
    const { tenfold, session, fillTo, say, upstream, pass } = await talkWith(
      'openai',
      'gpt-4o',
      { answer: () => ({ text: 'Fine.' }) },
      { wish: { ...SMALL.wish, name: 'Main' } },
    );
    await tenfold.settings.change({ expectedTurns: 1_000 });
    const condensing = await tenfold.profiles.add({
      name: 'Broken',
      provider: 'openai-compatible',
      model: 'none',
      baseUrl: 'http://127.0.0.1:9/v1',
    });
    await tenfold.settings.change({ condensingProfile: condensing.id });
    for (let round = 0; round < 3; round++) {
      upstream.always = { status: 401 };
      await fillTo(60);
      pass(31_000);
      const job = await tenfold.folding.condense(session, { force: true });
      await tenfold.folding.finished(job.id);
      upstream.always = null;
    }
    expect((await tenfold.contexts.status(session)).breakerOpen).toBe(true);
    pass(31_000);
    await fillTo(82);
    const events = await say(session, 'And now?');
    expect(events.some((event) => event.type === 'fold' && event.job.trigger === 'soft')).toBe(false);
  });
});

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
    const { tenfold, session, fillTo, say, upstream } = await talkWith(
      'openai',
      'gpt-4o',
      { answer: () => ({ text: 'Fine.' }) },
      SMALL,
    );
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
    const { tenfold, session, fillTo, say, upstream } = await talkWith(
      'openai',
      'gpt-4o',
      { answer: () => ({ text: 'Fine.' }) },
      SMALL,
    );
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
    const { tenfold, session, fillTo, say, upstream } = await talkWith(
      'openai',
      'gpt-4o',
      { answer: () => ({ text: 'Fine.' }) },
      SMALL,
    );
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

it('works without any model: chat, fold, undo', async () => {
  const { tenfold, say } = await bench();
  const { id } = await tenfold.sessions.create({});
  for (let number = 0; number < 14; number++) expect(outcomeOf(await say(id, talk(number)))).toBe('answered');
  const runs = await tenfold.folding.runs(id);
  expect(runs[0]).toMatchObject({ outcome: 'done', by: ['embedded'] });
  const events = await say(id, 'How many boxes does shelf 3-7 hold?');
  expect(events.map((event) => (event.type === 'text' ? event.delta : '')).join('')).toContain('Shelf 3-7 holds');
  await tenfold.folding.undo(id, runs[0]?.id ?? '');
});
