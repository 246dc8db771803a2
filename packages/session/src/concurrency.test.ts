import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SessionError } from './session-error.ts';
import { bench, heardOf, outcomeOf, talk } from './testing/bench.ts';
import { talkWith } from './testing/talk-with.ts';

type Act = 'append' | 'append-stale' | 'condense' | 'undo' | 'protect' | 'checkpoint' | 'say';

const ACTS = fc.array(
  fc.constantFrom<Act>('append', 'append-stale', 'condense', 'condense', 'undo', 'protect', 'checkpoint', 'say'),
  {
    minLength: 6,
    maxLength: 14,
  },
);

/** Refusals that are part of the game; anything else is a failure. */
const EXPECTED = ['fold-running', 'fold-cooldown', 'below-floor', 'nothing-to-gain', 'not-found', 'fold-covered', 'conflict'];

it('[law 15] any interleaving of appends, folds, undos and protections equals some serial order', async () => {
  const { tenfold, store, pass, say } = await bench();
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), ACTS, async (scheduler, acts) => {
      const { id } = await tenfold.sessions.create({});
      for (let number = 0; number < 6; number++)
        await tenfold.sessions.append(id, { messages: [{ role: 'user', text: talk(number) }] });
      pass(31_000);
      const said: string[] = [];
      let running = 0;
      let most = 0;
      const refused: string[] = [];
      const started: string[] = [];
      const act = async (kind: Act, index: number): Promise<void> => {
        if (kind === 'append' || kind === 'append-stale') {
          const text = `word ${index}`;
          const version = (await store.heads.get(id)).version;
          await tenfold.sessions.append(id, {
            messages: [{ role: 'user', text }],
            ...(kind === 'append-stale' ? { expect: version - 1 } : {}),
          });
          said.push(text);
        } else if (kind === 'say') {
          expect(outcomeOf(await say(id, `turn ${index}`))).toBe('answered');
          said.push(`turn ${index}`);
        } else if (kind === 'condense') {
          const job = await tenfold.folding.condense(id, { force: true });
          started.push(job.id);
          most = Math.max(most, ++running);
          await tenfold.folding.finished(job.id);
          running--;
        } else if (kind === 'undo') {
          const [run] = (await tenfold.folding.runs(id)).filter(({ active }) => active);
          await tenfold.folding.undo(id, run?.id ?? 'none');
        } else if (kind === 'protect')
          await tenfold.sessions.protect(id, (await tenfold.sessions.entries(id)).entries[2]?.id ?? '', index % 2 === 0);
        else await tenfold.checkpoints.create(id, `mark ${index}`);
      };
      const all = acts.map((kind, index) =>
        scheduler.schedule(Promise.resolve(), kind).then(() =>
          act(kind, index).catch((error: unknown) => {
            const { code } = error as SessionError;
            if (!EXPECTED.includes(code)) throw error;
            refused.push(code);
          }),
        ),
      );
      await scheduler.waitAll();
      await Promise.all(all);
      expect(most).toBeLessThanOrEqual(1);
      expect(started.length).toBeLessThanOrEqual(1);
      const { entries, total } = await tenfold.sessions.entries(id, { limit: 1_000 });
      const words = entries
        .flatMap(({ role, parts }) => (role === 'user' ? parts.map((part) => ('text' in part ? part.text : '')) : []))
        .slice(6);
      expect(words.toSorted()).toEqual(said.toSorted());
      expect(entries.map(({ position }) => position)).toEqual(Array.from({ length: total }, (_, index) => index));
      const stale = acts.filter((kind) => kind === 'append-stale').length;
      expect((await store.revisions.list(id)).filter(({ kind }) => kind === 'append')).toHaveLength(stale);
      expect((await store.verify(id)).damages).toEqual([]);
      await tenfold.contexts.context(id);
    }),
    { numRuns: process.env.TENFOLD_DEEP === '1' ? 100 : 6 },
  );
});

it('concurrent compaction attempts: one runs, the others are told', async () => {
  const { tenfold, session, fill } = await talkWith('openai', 'gpt-4o', { answer: () => ({ text: '## Context\nShelves.' }) });
  await fill(8);
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => tenfold.folding.condense(session)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const codes = tries.flatMap((result) => (result.status === 'rejected' ? [(result.reason as SessionError).code] : []));
  expect(new Set(codes)).toEqual(new Set(['fold-running']));
});

it('[D9] two rename a session: the last write wins and the loser is told', async () => {
  const { tenfold } = await bench();
  const { id, version } = await tenfold.sessions.create({ title: 'Draft' });
  const start = await tenfold.events.last(id);
  await tenfold.sessions.update(id, { title: 'From the phone', expect: version });
  await tenfold.sessions.update(id, { title: 'From the loader', expect: version });
  expect((await tenfold.sessions.get(id)).title).toBe('From the loader');
  const heard = heardOf(tenfold, id, start);
  await expect
    .poll(() => heard.find(({ type }) => type === 'warning')?.data)
    .toEqual({
      code: 'overwritten',
      message: 'Session updated elsewhere: its title is “From the loader”, no longer “From the phone”. The last change stands.',
    });
});

it('the same session on several devices: the last write wins and everyone hears of it', async () => {
  const { tenfold } = await bench();
  const { id } = await tenfold.sessions.create({});
  const start = await tenfold.events.last(id);
  const first = await tenfold.sessions.append(id, { messages: [{ role: 'user', text: 'from the loader' }], actor: 'loader' });
  await tenfold.sessions.append(id, { messages: [{ role: 'user', text: 'from the phone' }], actor: 'phone' });
  await expect(
    tenfold.sessions.append(id, { messages: [{ role: 'user', text: 'too late' }], expect: first.version, actor: 'loader' }),
  ).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('updated elsewhere'),
  });
  const heard = heardOf(tenfold, id, start);
  const actors = () => heard.flatMap(({ type, actor }) => (type === 'entry' ? [actor] : []));
  await expect.poll(actors).toEqual(['loader', 'phone']);
});
