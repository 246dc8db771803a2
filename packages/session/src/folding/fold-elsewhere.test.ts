import { describe, expect, it } from 'vitest';
import { twoProcesses } from '../testing/two-processes.ts';

const SUMMARY = { text: '## Context\nShelves were counted, note by note.' };

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
});
