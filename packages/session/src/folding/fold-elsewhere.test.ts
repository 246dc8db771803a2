import { describe, expect, it } from 'vitest';
import { whyNoPostgres } from '../../../../tests/postgres/test-postgres.ts';
import { outcomeOf } from '../testing/bench.ts';
import { twoProcesses } from '../testing/two-processes.ts';

const FILE = Array.from({ length: 120 }, (_, n) => `export const shelf${n} = { boxes: ${(n * 37) % 101} };`).join('\n');
const SUMMARY = { text: '## Context\nShelves were counted, note by note.' };

/** Of clocks; in a deep run both. */
const SKEWS = [
  ['ahead', 300_000],
  ['behind', -60_000],
] as const;

/** A summary that comes when it is let go. */
function heldSummary() {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const answer = async () => {
    begin();
    await held;
    return SUMMARY;
  };
  return { answer, release, begun };
}

describe('a fold that another process works on', () => {
  it('is cancelled there: it takes no effect, and no other begins before it is over', async () => {
    const { answer, release, begun } = heldSummary();
    const two = await twoProcesses({ answer });
    const { tenfold, there, store, session } = two;
    await two.fill(8);
    const job = await there.folding.condense(session);
    await begun;
    const waiting = tenfold.folding.finished(job.id);
    await expect(tenfold.folding.condense(session, { force: true })).rejects.toMatchObject({ code: 'fold-running' });
    expect(await tenfold.folding.cancel(job.id)).toMatchObject({ id: job.id, state: 'cancelled', reason: 'It was cancelled.' });
    // Who folded has let go of the model: nothing of it is under way there.
    expect((await there.contexts.status(session)).folding).toBeNull();
    release();
    expect(await waiting).toMatchObject({ state: 'cancelled' });
    expect(await store.runs.list(session)).toEqual([]);
    expect((await store.heads.get(session)).head.folds).toEqual([]);
    await expect(tenfold.folding.cancel(job.id)).rejects.toThrow(/does not change any more/);
    const again = await tenfold.folding.condense(session);
    expect(await there.folding.finished(again.id)).toMatchObject({ state: 'done' });
    expect(await store.runs.list(session)).toHaveLength(1);
  });

  it('takes no effect once it is cancelled, even where its process did not look', async () => {
    const { answer, release, begun } = heldSummary();
    const two = await twoProcesses({ answer });
    const { there, store, session } = two;
    await two.fill(8);
    const job = await there.folding.condense(session);
    await begun;
    // Whoever asks is not waited for: the summary is there before anybody looks.
    const asked = store.jobs.stop(job.id);
    release();
    await asked;
    expect(await there.folding.finished(job.id)).toMatchObject({ state: 'cancelled' });
    expect((await store.heads.get(session)).head.folds).toEqual([]);
  });

  it('of a process that was taken for dead takes no effect beside the one that followed it', async () => {
    const { answer, release, begun } = heldSummary();
    const two = await twoProcesses({ answer });
    const { tenfold, there, store, session } = two;
    await two.fill(8);
    const job = await there.folding.condense(session);
    await begun;
    await store.jobs.update(job.id, { state: 'failed', error: { reason: 'Its process ended in the middle of it.' }, at: 1 });
    release();
    await there.close();
    expect((await store.heads.get(session)).head.folds).toEqual([]);
    expect(await tenfold.folding.job(job.id)).toMatchObject({ state: 'failed' });
  });

  it('ends with its session, which is deleted here', async () => {
    const { answer, begun } = heldSummary();
    const two = await twoProcesses({ answer });
    const { tenfold, there, session } = two;
    await two.fill(8);
    const job = await there.folding.condense(session);
    await begun;
    const ended = there.folding.finished(job.id).then(
      ({ state }) => state,
      () => 'gone',
    );
    await tenfold.sessions.remove(session);
    expect(['cancelled', 'gone']).toContain(await ended);
    await expect.poll(() => two.upstream.open).toBe(0);
  });

  it('is told of wherever one looks, and so is how the last ones went', async () => {
    const { answer, release, begun } = heldSummary();
    const two = await twoProcesses({ answer });
    const { tenfold, there, storeThere, session } = two;
    await two.fill(8);
    const job = await there.folding.condense(session);
    await begun;
    expect((await tenfold.contexts.status(session)).folding).toMatchObject({ id: job.id, state: 'running' });
    release();
    expect(await there.folding.finished(job.id)).toMatchObject({ state: 'done' });
    const after = await tenfold.contexts.status(session);
    expect(after).toMatchObject({ folding: null, breakerOpen: false });
    expect(after.cooldownSeconds).toBeGreaterThan(0);
    for (let round = 0; round < 3; round++) {
      const failing = await storeThere.jobs.create({ session, kind: 'fold', state: 'running', at: Date.now() });
      await storeThere.jobs.update(failing.id, { state: 'failed', result: { reason: 'It did not answer.' }, at: Date.now() });
    }
    expect((await tenfold.contexts.context(session)).status).toMatchObject({ folding: null, breakerOpen: true });
  });

  it.skipIf(whyNoPostgres() !== null).each(process.env.TENFOLD_DEEP === '1' ? SKEWS : SKEWS.slice(0, 1))(
    'is followed by the same pause where its clock is %s',
    async (_, skew) => {
      let passed = 0;
      const two = await twoProcesses(
        { answer: () => SUMMARY },
        { here: { monotonic: () => performance.now() + passed }, away: { now: () => Date.now() + skew } },
      );
      const { tenfold, there, session } = two;
      await two.fill(8);
      await there.folding.finished((await there.folding.condense(session)).id);
      const { cooldownSeconds } = await tenfold.contexts.status(session);
      expect(cooldownSeconds).toBeGreaterThan(0);
      expect(cooldownSeconds).toBeLessThanOrEqual(30);
      await expect(tenfold.folding.condense(session, { force: true })).rejects.toMatchObject({ code: 'fold-cooldown' });
      passed += 31_000;
      expect((await tenfold.contexts.status(session)).cooldownSeconds).toBe(0);
      await two.fill(8);
      expect(await tenfold.folding.condense(session, { force: true })).toMatchObject({ state: 'running' });
    },
  );

  it.runIf(process.env.TENFOLD_DEEP === '1')('is not made stale by what a turn here folds as it arrives', async () => {
    const { answer, release, begun } = heldSummary();
    let step = 0;
    const two = await twoProcesses(
      {
        answer: ({ body }) => {
          if (body.tools === undefined) return answer();
          return ++step % 3 === 0 ? { text: 'Read.' } : { calls: [{ id: `call_${step}`, name: 'read_file', input: {} }] };
        },
      },
      { options: { tools: [{ name: 'read_file', parameters: { type: 'object', properties: {} }, run: async () => FILE }] } },
    );
    const { tenfold, there, store, session } = two;
    await tenfold.sessions.update(session, { settings: { foldOnArrival: true } });
    await two.fill(8);
    const job = await there.folding.condense(session);
    await begun;
    expect(outcomeOf(await two.say(session, 'What is in it?'))).toBe('answered');
    release();
    expect(await tenfold.folding.finished(job.id)).toMatchObject({ state: 'done' });
    expect((await store.runs.list(session)).map(({ trigger }) => trigger)).toEqual(['manual']);
  });
});
