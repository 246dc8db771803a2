import type { Job } from '@tenfold/contract';
import { budgetOf, goalAfterRefusal, needOf } from '@tenfold/core';
import type { Run } from '@tenfold/store';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { talk } from '../testing/bench.ts';
import { talkWith } from '../testing/talk-with.ts';
import type { AppTool } from '../turn/app-tool.ts';
import { againNote, dueFold, goalOf, latestFold, limitOf, refuseStart, staysUndone } from './fold-trigger.ts';

const job = { id: 'job' } as Job;
const states = fc.record({
  folding: fc.constantFrom(null, job),
  cooldownSeconds: fc.nat(30),
  breakerOpen: fc.boolean(),
});
const budgets = fc.record({ room: fc.integer({ min: 100, max: 200_000 }), soft: fc.integer({ min: 5, max: 100 }) });

it('lets nothing hold a fold at hard up, and anything one beside', () => {
  fc.assert(
    fc.property(states, budgets, fc.nat(250_000), (state, { room, soft }, used) => {
      const budget = budgetOf(room, { global: { soft } });
      const due = dueFold({ needsFold: needOf(used, budget), ...state }, budget);
      if (used > room) expect(due).toBe('hard');
      if (due === 'soft') expect(state).toEqual({ folding: null, cooldownSeconds: 0, breakerOpen: false });
      if (used < budget.floor && used <= room) expect(due).toBeNull();
    }),
  );
});

it('starts one fold at a time, 30 s apart but for hard, and none beside after failures in a row', () => {
  fc.assert(
    fc.property(states, fc.constantFrom('hard', 'soft', 'manual'), (state, trigger) => {
      const start = () => refuseStart(trigger, state);
      if (state.folding !== null) expect(start).toThrow(/already/);
      else if (trigger !== 'hard' && state.cooldownSeconds > 0) expect(start).toThrow(`${state.cooldownSeconds} s`);
      else if (trigger === 'soft' && state.breakerOpen) expect(start).toThrow(/in a row/);
      else expect(start).not.toThrow();
    }),
  );
});

it('aims below what there is, and lets a request through only under hard', () => {
  fc.assert(
    fc.property(budgets, fc.integer({ min: 1, max: 250_000 }), fc.boolean(), ({ room, soft }, used, takesRest) => {
      const budget = budgetOf(room, { global: { soft } });
      const depth = { trigger: 'manual', used, takesRest, degrade: true } as const;
      for (const request of [{}, { force: true }, { upTo: 'entry' }, { retainTokens: 1 }])
        expect(goalOf(budget, { ...depth, request })).toBeLessThan(used);
      expect(goalAfterRefusal(used, budget)).toBeLessThan(used);
      expect(limitOf(budget, { trigger: 'hard', degrade: true })).toBeLessThan(budget.hardAt);
      expect(limitOf(budget, { trigger: 'soft', degrade: true })).toBeNull();
    }),
  );
});

it('is asked before every request of a turn: a fold is in line while tools are still at work', async () => {
  const read: AppTool = { name: 'read', run: async () => talk(0, 3_000) };
  let step = 0;
  const inLine: Promise<number>[] = [];
  const { say, session, tenfold, store, fillTo } = await talkWith(
    'openai-compatible',
    'local',
    {
      answer: ({ body }) => {
        if (body.tools === undefined) return { text: 'A summary.' };
        step++;
        inLine.push(store.queue.size());
        return step === 1 ? { calls: [{ id: 'call_1', name: 'read', input: {} }] } : { text: 'Done.' };
      },
    },
    { options: { tools: [read], worker: false }, wish: { contextWindow: 40_000, maxOutputTokens: 4_000 } },
  );
  await tenfold.sessions.update(session, { settings: { expectedTurns: 100 } });
  await fillTo(74);
  expect((await tenfold.contexts.status(session)).needsFold).toBe('none');
  await say(session, 'Read it.');
  expect(await Promise.all(inLine)).toEqual([0, 1]);
});

it('U3: what was undone is folded again only once the context has grown by half', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200_000 }), fc.nat(400_000), (tokensBefore, used) => {
      expect(staysUndone(used, { outcome: 'undone', tokensBefore })).toBe(used < 1.5 * tokensBefore);
      expect(staysUndone(used, { outcome: 'done', tokensBefore })).toBe(false);
      expect(staysUndone(used, undefined)).toBe(false);
    }),
  );
});

it('U3: a fold says that it was undone before, unless somebody asked for it or another stood since', () => {
  const run = (outcome: Run['outcome'], branch = 'main') => ({ outcome, branch }) as Run;
  expect(againNote('soft', latestFold([run('failed'), run('done', 'other'), run('undone')], 'main'))).toMatch(/grown by half/);
  expect(againNote('hard', run('undone'))).toMatch(/was full/);
  expect(againNote('manual', run('undone'))).toBeNull();
  for (const stands of ['done', 'degraded', 'unmet'] as const)
    expect(againNote('hard', latestFold([run(stands), run('undone')], 'main'))).toBeNull();
});

it('U3: soft leaves an undone fold alone, redo puts it back, and hard says that it condenses again', async () => {
  const { tenfold, session, fillTo, say, upstream } = await talkWith(
    'openai',
    'gpt-4o',
    {},
    { wish: { contextWindow: 10_000, maxOutputTokens: 500 } },
  );
  const runs = () => tenfold.folding.runs(session);
  await fillTo(82);
  await tenfold.folding.condense(session);
  await expect.poll(async () => (await runs()).map(({ active }) => active)).toEqual([true]);
  const folded = (await tenfold.contexts.status(session)).used;
  const run = (await runs())[0]?.id ?? '';
  await tenfold.folding.undo(session, run);
  await say(session, 'Go on.');
  expect(await runs()).toHaveLength(1);
  await tenfold.folding.redo(session, run);
  expect((await runs())[0]).toMatchObject({ active: true, outcome: 'done' });
  expect((await tenfold.contexts.status(session)).used).toBeGreaterThan(folded - 1);
  await expect(tenfold.folding.redo(session, run)).rejects.toMatchObject({ code: 'conflict' });
  await tenfold.folding.undo(session, run);
  await fillTo(97);
  const events = await say(session, 'And now?');
  expect(events.filter(({ type }) => type === 'warning')).toEqual([]);
  expect((await runs())[0]?.report.warnings).toContain('Condensed again although you had undone it: the context was full.');
  expect(upstream.seen.at(-1)?.refused).toEqual([]);
});
