import type { JsonObject } from '@tenfold/core';
import { describe, expect, it } from 'vitest';
import { openTenfold } from '../open-tenfold.ts';
import { listedModel } from '../price-list.ts';
import { bench, outcomeOf, talk } from '../testing/bench.ts';
import { talkWith } from '../testing/talk-with.ts';

const SUMMARY = {
  text: '## Context\nShelves were counted, note by note.\n\n## Decisions and Outcomes\n- Boxes stay on their shelves.',
};

describe('condensing by hand', () => {
  it('folds, says what it did, and takes it back', async () => {
    const { tenfold, session, fill, store } = await talkWith('openai', 'gpt-4o', { answer: () => SUMMARY });
    await fill(10);
    const before = await tenfold.contexts.status(session);
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
    // A clock that stands still between the steps, however long a busy machine takes for them.
    let clock = 0;
    const { tenfold, session, fill } = await talkWith(
      'openai',
      'gpt-4o',
      { answer: () => SUMMARY },
      { options: { monotonic: () => clock } },
    );
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
    clock += 29_000;
    expect((await tenfold.contexts.status(session)).cooldownSeconds).toBe(1);
    clock += 1_001;
    const again = await tenfold.folding.condense(session);
    expect((await tenfold.folding.finished(again.id)).state).toBe('done');
    clock += 31_000;
    await expect(tenfold.folding.condense(session)).rejects.toMatchObject({
      code: expect.stringMatching(/nothing-to-gain|below-floor/),
    });
  });

  it('keeps its distance and its failures over a new start', async () => {
    const { tenfold, session, fill, store, pass, upstream } = await talkWith('openai', 'gpt-4o', { answer: () => SUMMARY });
    await fill(8);
    await tenfold.folding.finished((await tenfold.folding.condense(session)).id);
    const [{ updatedAt = 0 } = {}] = await store.jobs.list({ session, kind: 'fold' });
    const again = await openTenfold({ store, now: () => updatedAt + 4_000, monotonic: () => 0 });
    expect((await again.contexts.status(session)).cooldownSeconds).toBe(26);
    await expect(again.folding.condense(session, { force: true })).rejects.toMatchObject({ code: 'fold-cooldown' });
    await again.close();
    upstream.always = { status: 401, message: 'No summaries today.' };
    for (let failure = 0; failure < 3; failure++) {
      pass(31_000);
      await fill(6);
      await tenfold.folding.finished((await tenfold.folding.condense(session, { force: true })).id);
    }
    const [run] = await tenfold.folding.runs(session);
    expect(run?.report.warnings.join(' ')).toMatch(/No summaries today\.(?!\.)/);
    const later = await openTenfold({ store, now: () => Date.now() + 1_000_000 });
    expect(await later.contexts.status(session)).toMatchObject({ cooldownSeconds: 0, breakerOpen: true });
    await later.close();
  });

  it('goes on without a preset that was removed, and says so', async () => {
    const { tenfold, session, fill } = await talkWith('openai', 'gpt-4o', { answer: () => SUMMARY });
    const { id: preset } = await tenfold.presets.add({ name: 'Mine', strategy: 'truncation', config: {} });
    await tenfold.sessions.update(session, { settings: { preset } });
    await fill(8);
    await tenfold.presets.remove(preset);
    await tenfold.folding.finished((await tenfold.folding.condense(session)).id);
    const [run] = await tenfold.folding.runs(session);
    expect(run).toMatchObject({ strategy: 'native', outcome: 'done' });
    expect(run?.report.warnings.join(' ')).toContain(
      `The preset ${preset} was removed or cannot be read, so the Native strategy was used instead.`,
    );
    await expect(tenfold.folding.estimate(session, { preset })).rejects.toMatchObject({ code: 'not-found' });
  });

  it.each([
    [false, 60_000],
    [true, 10_000],
  ])('gives models so long and no longer (fast: %s, %i ms)', async (fast, deadline) => {
    let clock = 0;
    let takes = deadline - 1_000;
    const slow: typeof fetch = (input, init) => {
      clock += takes;
      return fetch(input, init);
    };
    const options = { fetch: slow, monotonic: () => clock };
    const { tenfold, session, fill, upstream } = await talkWith('openai', 'o3', { answer: () => SUMMARY }, { options });
    upstream.always = { status: 401 };
    for (const asked of [2, 1]) {
      await fill(8);
      upstream.seen.length = 0;
      await tenfold.folding.finished((await tenfold.folding.condense(session, { fast })).id);
      // The provider's choice, then the conversation's own model while there is time.
      expect(upstream.seen.map(({ model }) => model)).toHaveLength(asked);
      const [run] = await tenfold.folding.runs(session);
      expect(run).toMatchObject({ outcome: 'degraded' });
      clock += 100_000;
      takes = deadline;
    }
  });

  it('[A6] has the condensing profile asked with its own prompt, and tells who was paid where it fails', async () => {
    const { tenfold, session, fill, upstream } = await talkWith('openai', 'gpt-4o', { answer: () => SUMMARY });
    const customPrompt = 'Say it in rhyme: {conversation_history}';
    const { id } = await tenfold.profiles.add({
      name: 'Thrifty',
      provider: 'openai',
      model: 'gpt-4o-mini',
      baseUrl: upstream.url('openai'),
      key: 'sk-canary-1',
      customPrompt,
    });
    await tenfold.sessions.update(session, { settings: { condensingProfile: id } });
    await fill(10);
    upstream.faults.push({ status: 401 });
    await tenfold.folding.finished((await tenfold.folding.condense(session, {})).id);
    expect(upstream.seen.map(({ model }) => model)).toEqual(['gpt-4o-mini', 'gpt-4o']);
    for (const { body } of upstream.seen) expect(JSON.stringify(body)).toContain('Say it in rhyme');
    const [run] = await tenfold.folding.runs(session);
    expect(run?.report.warnings.join(' ')).toMatch(
      /^Thrifty could not summarize \(.*\), so Test did, for \$[\d.]+ instead of an expected \$[\d.]+\./,
    );
  });

  it('[A5] tells what was saved so far apart from what is expected', async () => {
    const { tenfold, session, fill, say, pass } = await talkWith('openai', 'gpt-4o', { answer: () => SUMMARY });
    await fill(12);
    await tenfold.folding.finished((await tenfold.folding.condense(session, {})).id);
    const saving = async () => (await tenfold.folding.runs(session)).at(0);
    const at = await saving();
    pass(1_000);
    await say(session, 'One.');
    await say(session, 'Two.');
    const after = await saving();
    expect(after?.expectedSaving).toBe(at?.expectedSaving);
    expect(at?.savedSoFar).toBeLessThan(0);
    const perTurn = ((at?.expectedSaving ?? 0) - (at?.savedSoFar ?? 0)) / 20;
    expect((after?.savedSoFar ?? 0) - (at?.savedSoFar ?? 0)).toBeCloseTo(2 * perTurn, 9);
    expect((await tenfold.metrics.summary()).saved).toBeCloseTo(after?.savedSoFar ?? 0, 9);
  });

  it('is unmet where a target that was asked for is out of reach', async () => {
    const { tenfold, session, fill } = await talkWith('openai', 'gpt-4o', { answer: () => SUMMARY });
    await fill(6);
    await tenfold.folding.finished(
      (await tenfold.folding.condense(session, { strategy: 'lossless', target: 50, force: true })).id,
    );
    await tenfold.folding.finished((await tenfold.folding.condense(session, { target: 60, force: true })).id).catch(() => null);
    const [run] = await tenfold.folding.runs(session);
    expect(run).toMatchObject({ outcome: 'unmet', active: true, report: { unmet: expect.any(Number) } });
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

  it('gives a summary a tenth of what it replaces, by whatever words it is asked for, anew too', async () => {
    const { tenfold, session, fill, upstream, pass } = await talkWith('openai', 'gpt-4o', { answer: () => SUMMARY });
    await fill(20);
    const { entries } = await tenfold.sessions.entries(session);
    const words = () => Number(/up to (\d+) words/.exec(JSON.stringify(upstream.seen.at(-1)?.body))?.[1]);
    const requests = [{ retainTokens: 500 }, { force: true }, { upTo: entries.at(-4)?.id ?? '' }];
    const asked: number[] = [];
    for (const request of requests) {
      await tenfold.folding.finished((await tenfold.folding.condense(session, request)).id);
      asked.push(words());
      pass(31_000);
      const [fold] = await tenfold.folding.folds(session);
      await tenfold.folding.finished((await tenfold.folding.regenerate(session, fold?.id ?? '')).id);
      asked.push(words());
      pass(31_000);
      await tenfold.folding.undo(session, (await tenfold.folding.runs(session))[0]?.id ?? '');
    }
    for (const most of asked) expect(most).toBeGreaterThan(300);
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
    const asked = performance.now();
    const endless = '<record>'.repeat(487_500);
    await expect(tenfold.folding.edit(session, edited.id, endless)).rejects.toMatchObject({ code: 'invalid-request' });
    // Seconds where all of it is fenced before it is counted.
    expect(performance.now() - asked).toBeLessThan(1_500);
    expect((await store.folds.get(session, fold?.id ?? '')).text).toContain('Version 1');
    pass(31_000);
    const { create } = store.jobs;
    const shown: unknown[] = [];
    store.jobs.create = async (row) => {
      shown.push((await tenfold.contexts.status(session)).folding?.id);
      return create(row);
    };
    const job = await tenfold.folding.regenerate(session, edited.id);
    // Under its name while its row is only just being written.
    expect(shown).toEqual([job.id]);
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

  it('stays behind where a message is said at a place of another branch, whose transcript it is not of', async () => {
    const { tenfold, session, fill, say, store } = await talkWith('openai', 'gpt-4o', { answer: () => SUMMARY });
    await fill(8);
    const { entries } = await tenfold.sessions.entries(session);
    await say(session, 'Count them another way.', { parent: entries[1]?.id ?? '' });
    await fill(6);
    await tenfold.folding.finished((await tenfold.folding.condense(session)).id);
    expect(await tenfold.folding.folds(session)).toMatchObject([{ active: true }]);
    await say(session, 'And now?', { parent: entries[13]?.id ?? '' });
    expect(await tenfold.folding.folds(session)).toEqual([]);
    const { branch } = await tenfold.sessions.get(session);
    expect((await store.heads.get(session, branch)).head.folds).toEqual([]);
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

  it('is not to be mistaken for other work that has a row', async () => {
    const { tenfold, session, store } = await talkWith('openai', 'gpt-4o', { answer: () => SUMMARY });
    const { id } = await store.jobs.create({ session, kind: 'approval', state: 'running', lease: 1, input: {}, at: 1 });
    for (const look of [tenfold.folding.job, tenfold.folding.cancel, tenfold.folding.finished])
      await expect(look(id)).rejects.toMatchObject({ code: 'not-found' });
    expect(await store.jobs.get(id)).toMatchObject({ state: 'running', stopping: false });
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

/** Whose price lists are tried; in a deep run all. */
const BILLING = [
  ['anthropic', 'claude-sonnet-4-5'],
  ['openai', 'gpt-4o'],
  ['google', 'gemini-2.5-pro'],
] as const;

describe('money', () => {
  it('is estimated within a fifth, and counted within a twentieth of the price list', async () => {
    for (const [provider, model] of process.env.TENFOLD_DEEP === '1' ? BILLING : BILLING.slice(0, 1)) {
      const { tenfold, session, fill, upstream } = await talkWith(provider, model, {
        answer: ({ body }) => ({ text: 'word '.repeat(wantedIn(body)) }),
      });
      await fill(30);
      const estimate = await tenfold.folding.estimate(session);
      expect(upstream.seen).toHaveLength(0);
      expect(estimate.profiles.some(({ recommended }) => recommended)).toBe(true);
      await tenfold.folding.finished((await tenfold.folding.condense(session)).id);
      const [run] = await tenfold.folding.runs(session);
      const listed = listedModel(provider, upstream.seen[0]?.model ?? '')?.price;
      const billed = upstream.seen.reduce(
        (sum, { tokens, body }) => sum + (tokens * (listed?.input ?? 0) + (wantedIn(body) + 5) * (listed?.output ?? 0)) / 1e6,
        0,
      );
      expect(Math.abs((run?.cost ?? 0) - billed) / billed, provider).toBeLessThan(0.05);
      expect(Math.abs((estimate.cost ?? 0) - (run?.cost ?? 0)) / (run?.cost ?? 1), provider).toBeLessThan(0.2);
      expect(run?.estimatedCost).toBeCloseTo(estimate.cost ?? 0, 6);
      expect(run?.text).toContain('(saved $');
    }
  });

  it('is saved by the small, quick model where speed is asked for', async () => {
    const { tenfold, session, fill, upstream } = await talkWith('anthropic', 'claude-opus-4-1', { answer: () => SUMMARY });
    await fill(8);
    await tenfold.folding.finished((await tenfold.folding.condense(session, { fast: true })).id);
    expect(upstream.seen.map(({ model }) => model)).toEqual(['claude-haiku-4-5']);
  });

  it('is not paid twice for the same answer', async () => {
    const { tenfold, session, fill, upstream, pass } = await talkWith('openai', 'gpt-4o', { answer: () => SUMMARY });
    await fill(8);
    await tenfold.folding.finished((await tenfold.folding.condense(session)).id);
    const [run] = await tenfold.folding.runs(session);
    await tenfold.folding.undo(session, run?.id ?? '');
    pass(31_000);
    await tenfold.folding.finished((await tenfold.folding.condense(session)).id);
    expect(upstream.seen).toHaveLength(1);
    expect((await tenfold.folding.runs(session))[0]).toMatchObject({ active: true, cost: 0 });
  });
});

/** Tokens a summary was asked to have. */
function wantedIn(body: JsonObject): number {
  const most = (body.max_output_tokens ??
    body.max_tokens ??
    (body.generationConfig as JsonObject | undefined)?.maxOutputTokens) as number;
  return Math.round((most - 64) / 1.5);
}

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

it('lists attached files under every summary that covers them, however often it is folded', async () => {
  const { tenfold, session, fill, pass } = await talkWith('openai', 'gpt-4o', { answer: () => SUMMARY });
  await fill(1);
  const file = { type: 'attachment', name: 'plan.pdf', mediaType: 'application/pdf', bytes: 1_234 } as const;
  await tenfold.sessions.append(session, {
    messages: [{ role: 'user', parts: [{ type: 'text', text: 'See the file.' }, file] }],
  });
  for (let round = 0; round < 3; round++) {
    await fill(6);
    pass(31_000);
    await tenfold.folding.finished((await tenfold.folding.condense(session)).id);
    const newest = (await tenfold.folding.folds(session)).find(({ covered }) => !covered);
    expect(newest?.text.match(/- plan\.pdf \(application\/pdf, 1,234 bytes\) in message 3/g)).toHaveLength(1);
  }
});
