import { openSqlite, type Store } from '@tenfold/store';
import { describe, expect, it, vi } from 'vitest';
import { openTenfold } from '../open-tenfold.ts';
import { livingProcesses } from '../recovery/process-lease.ts';
import { secretBox } from '../secret-box.ts';
import { outcomeOf } from '../testing/bench.ts';
import { talkWith } from '../testing/talk-with.ts';

const SUMMARY = { text: '## Context\nShelves were counted, note by note.' };
const SMALL = { wish: { contextWindow: 12_000, maxOutputTokens: 1_000 } } as const;

/** The fold a turn asked for, once it is over. */
function softFold(store: Store, session: string) {
  return vi.waitUntil(
    async () => {
      const [job] = await store.jobs.list({ session, kind: 'fold', states: ['done', 'failed'] });
      return job?.input.trigger === 'soft' && job;
    },
    { timeout: 20_000 },
  );
}

describe('folding beside the conversation', () => {
  it('begins at soft, leaves messages that come meanwhile alone, and takes effect', async () => {
    const { tenfold, store, session, fillTo, say, upstream } = await talkWith(
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
    expect(await softFold(store, session)).toMatchObject({ state: 'done' });
    const after = await tenfold.contexts.status(session);
    expect(after.percent).toBeLessThan(50);
    const { entries } = await tenfold.sessions.entries(session, { limit: 4 });
    expect(entries.slice(-2).every(({ foldedBy }) => foldedBy === null)).toBe(true);
    expect(upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
  });

  it('is not begun where it would not pay for itself', async () => {
    const { store, session, fillTo, say } = await talkWith(
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
    await say(session, 'And now?');
    const result = { skipped: true, reason: expect.stringContaining('pay for itself') };
    expect(await softFold(store, session)).toMatchObject({ state: 'done', result });
  });

  it('drops a result whose deps was changed', async () => {
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

  it.runIf(process.env.TENFOLD_DEEP === '1')('stops trying after three failures, for soft alone', async () => {
    const { tenfold, store, session, fillTo, say, upstream, pass } = await talkWith(
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
    await say(session, 'And now?');
    await expect.poll(() => store.queue.size()).toBe(0);
    expect((await store.jobs.list({ session, kind: 'fold' })).map(({ input }) => input.trigger)).not.toContain('soft');
  });

  it('is done by whoever works, for who only asks', async () => {
    const { tenfold, store, file, session, fillTo, say, upstream } = await talkWith(
      'openai',
      'gpt-4o',
      { answer: ({ model }) => (model === 'gpt-4o' ? SUMMARY : { text: 'Fine.' }) },
      { ...SMALL, options: { worker: false } },
    );
    await tenfold.settings.change({ expectedTurns: 1_000 });
    await fillTo(82);
    expect(outcomeOf(await say(session, 'We decided to go with steel shelves.'))).toBe('answered');
    expect(await store.queue.size()).toBe(2);
    expect(upstream.seen.length).toBe(1);
    const apart = await openSqlite(file);
    const worker = await openTenfold({ store: apart, secrets: secretBox(new Uint8Array(32).fill(7)) });
    const { lease } = await softFold(store, session);
    const [own] = await livingProcesses(store);
    expect(lease).toBe(own?.token);
    await expect.poll(async () => (await store.checkpoints.list(session)).flatMap(({ tags }) => tags)).toContain('decision');
    await worker.close();
    await apart.close();
  });
});
